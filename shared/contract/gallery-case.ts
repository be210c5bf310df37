import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, Instant, SearchWords } from './fields.ts';
import { AuthorCard, cursor, GalleryPicture, gallery, listOf, Report } from './gallery-picture.ts';

/** A case (案例): an ordered story of a project with text, plans and pictures. */
export const Case = z.object({
  id: Id,
  title: z.string(),
  classifyId: z.string(),
  location: z.string(),
  year: z.int(),
  areaSquareMetres: z.int().min(0),
  style: z.string(),
  intro: z.string(),
  cover: GalleryPicture,
  pictureCount: z.int().min(0),
  collectCount: z.int().min(0),
  /** Made by the house to show what a case is; said wherever the case is shown. */
  isSample: z.boolean(),
  isCollected: z.boolean(),
  author: AuthorCard,
  createdAt: Instant,
});
export type Case = z.infer<typeof Case>;

export const CaseBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), heading: z.string(), text: z.string() }),
  z.object({ kind: z.enum(['picture', 'plan']), picture: GalleryPicture, caption: z.string() }),
]);
export type CaseBlock = z.infer<typeof CaseBlock>;

export const CaseDetail = Case.extend({
  /** Design team; empty when it is the author. */
  team: z.string(),
  /** Photographs or source, a link; empty when there is none. */
  sourceUrl: z.string(),
  blocks: z.array(CaseBlock),
  /** The case after this one in the list of its category; null after the last. */
  next: z.object({ id: Id, title: z.string() }).nullable(),
  isFollowed: z.boolean(),
});
export type CaseDetail = z.infer<typeof CaseDetail>;

export const Author = AuthorCard.extend({
  about: z.string(),
  pictures: z.int().min(0),
  imageSets: z.int().min(0),
  cases: z.int().min(0),
  followers: z.int().min(0),
  following: z.int().min(0),
  isSelf: z.boolean(),
  isFollowed: z.boolean(),
  /** True when the author follows the caller. */
  isFollower: z.boolean(),
  isBlocked: z.boolean(),
  joinedAt: Instant,
});
export type Author = z.infer<typeof Author>;

const byId = z.object({ id: Id });

export const caseContract = {
  cases: endpoint({
    ...gallery,
    method: 'GET',
    access: 'anyone',
    path: '/api/inspiration/cases',
    summary: '案例；可按分类、风格、面积、词、作者筛选，isCollected 是自己收藏的',
    input: cursor.extend({
      sort: z.enum(['recommended', 'newest', 'popular']).default('recommended'),
      keyword: SearchWords.optional(),
      classifyId: z.string().max(20).optional(),
      style: z.string().trim().max(20).optional(),
      /** Square metres. */
      leastArea: z.int().min(0).max(10_000_000).optional(),
      mostArea: z.int().min(0).max(10_000_000).optional(),
      authorId: Id.optional(),
      isCollected: z.boolean().default(false),
    }),
    output: listOf(Case).extend({ styles: z.array(z.string()) }),
    errors: ['gallery.bad_cursor', 'auth.required'],
  }),
  case: endpoint({
    ...gallery,
    method: 'GET',
    access: 'anyone',
    path: '/api/inspiration/cases/:id',
    summary: '案例详情；看不到的图片略去',
    params: byId,
    output: CaseDetail,
    errors: ['gallery.case_not_found'],
  }),
  collectCase: endpoint({
    ...gallery,
    method: 'POST',
    access: 'user',
    path: '/api/inspiration/cases/:id/collect',
    summary: '收藏案例，或取消',
    params: byId,
    input: z.object({ isCollected: z.boolean() }),
    errors: ['gallery.case_not_found'],
  }),
  author: endpoint({
    ...gallery,
    method: 'GET',
    access: 'anyone',
    path: '/api/inspiration/authors/:id',
    summary: '作者；id 为 me 时是自己',
    params: byId,
    output: Author,
    errors: ['gallery.author_not_found', 'auth.required'],
  }),
  people: endpoint({
    ...gallery,
    method: 'GET',
    access: 'anyone',
    path: '/api/inspiration/authors/:id/people',
    summary: '作者关注的人或关注作者的人；blocked 是自己拉黑的，只给本人',
    params: byId,
    input: cursor.extend({ relation: z.enum(['following', 'followers', 'blocked']) }),
    output: listOf(AuthorCard.extend({ isFollowed: z.boolean() })),
    errors: ['gallery.author_not_found', 'gallery.bad_cursor', 'auth.required'],
  }),
  follow: endpoint({
    ...gallery,
    method: 'POST',
    access: 'user',
    path: '/api/inspiration/authors/:id/follow',
    summary: '关注，或取消',
    params: byId,
    input: z.object({ isFollowed: z.boolean() }),
    errors: ['gallery.author_not_found', 'gallery.self', 'gallery.blocked'],
  }),
  blockAuthor: endpoint({
    ...gallery,
    method: 'POST',
    access: 'user',
    path: '/api/inspiration/authors/:id/block',
    summary: '拉黑：不再看到对方的内容，对方不能关注自己；或取消',
    params: byId,
    input: z.object({ isBlocked: z.boolean() }),
    errors: ['gallery.author_not_found', 'gallery.self'],
  }),
  reportAuthor: endpoint({
    ...gallery,
    method: 'POST',
    access: 'user',
    path: '/api/inspiration/authors/:id/report',
    summary: '举报一位作者；同一人对同一位作者，客服处理之前只记一次',
    params: byId,
    input: Report,
    errors: ['gallery.author_not_found', 'gallery.self', 'request.too_often'],
  }),
  editAbout: endpoint({
    ...gallery,
    method: 'POST',
    access: 'user',
    path: '/api/inspiration/about',
    summary: '自己主页上的简介',
    input: z.object({ about: z.string().trim().max(100, '简介最多 100 字') }),
  }),
} as const;

import { z } from 'zod';
import {
  galleryColourNames,
  galleryKinds,
  galleryLimits,
  orientations,
  pictureSorts,
  pictureSources,
  pictureStates,
  pictureTimes,
  pictureViews,
  reportReasons,
} from '../domain/gallery.ts';
import { endpoint } from './endpoint.ts';
import { ClientKey, Id, Instant, SearchWords } from './fields.ts';
import { manyLines } from './text.ts';

/** Properties that the gallery's calls share. */
export const gallery = { tag: '灵感图库' } as const;
export const cursor = z.object({
  cursor: z.string().max(200).optional(),
  size: z.int().min(1).max(100).default(40),
});
export const listOf = <T extends z.ZodType>(row: T) =>
  z.object({
    list: z.array(row),
    nextCursor: z.string().nullable(),
    /** Of the whole list, what the caller may not see left out. */
    total: z.int().min(0),
  });

/** Pictures of the gallery are numbered; the number is also the hash under which a picture opens. */
export const PictureId = z.int().min(1).max(1e15);
export const byPicture = z.object({ id: PictureId });
export const PictureIds = z.array(PictureId).min(1, '请先选择图片').max(100, '一次最多 100 张');
export const GalleryTitle = z
  .string()
  .trim()
  .min(1, '请填写标题')
  .max(galleryLimits.titleLength, `标题最多 ${galleryLimits.titleLength} 字`);
export const GalleryDescription = manyLines(
  z.string().trim().max(galleryLimits.descriptionLength, `说明最多 ${galleryLimits.descriptionLength} 字`),
);
export const Tags = z
  .array(z.string().trim().min(1).max(galleryLimits.tagLength, `标签最多 ${galleryLimits.tagLength} 字`))
  .max(galleryLimits.tags, `标签最多 ${galleryLimits.tags} 个`);

/** Somebody who publishes: a member, or an editor of the house. */
export const AuthorCard = z.object({
  authorId: Id,
  name: z.string(),
  avatar: z.string(),
  /** An editor of the house, no person. */
  isHouse: z.boolean(),
});
export type AuthorCard = z.infer<typeof AuthorCard>;

/** A picture as a card of a wall shows it. */
export const GalleryPicture = z.object({
  id: PictureId,
  /** For tools and for views of any size. */
  imageId: Id,
  url: z.string(),
  /** Pixels. */
  width: z.int().positive(),
  height: z.int().positive(),
  /** `#rrggbb`. */
  mainColor: z.string(),
  /** Base64. */
  thumbHash: z.string(),
  title: z.string(),
  source: z.enum(pictureSources),
  kind: z.enum(galleryKinds),
  /** Deepest category; empty when there is none. */
  classifyId: z.string(),
  author: AuthorCard,
  state: z.enum(pictureStates),
  isOwn: z.boolean(),
  /** True when it lies in one of the caller's folders. */
  isCollected: z.boolean(),
  collectCount: z.int().min(0),
  createdAt: Instant,
});
export type GalleryPicture = z.infer<typeof GalleryPicture>;

export const GalleryPictureDetail = GalleryPicture.extend({
  description: z.string(),
  tags: z.array(z.string()),
  view: z.enum(pictureViews).nullable(),
  time: z.enum(pictureTimes).nullable(),
  colours: z.array(z.enum(galleryColourNames)),
  downloadCount: z.int().min(0),
  /** Open image sets that hold it, at most six. */
  imageSets: z.array(z.object({ id: Id, title: z.string() })),
  /** Cases that show it, at most six. */
  cases: z.array(z.object({ id: Id, title: z.string() })),
  /** The tool that made it and with what: enough to make one like it. Pictures among the parameters are left out. */
  recipe: z.object({ tool: Id, params: z.record(z.string(), z.unknown()) }).nullable(),
  /** Address of the source of a copied picture; empty when it was made here. */
  sourceUrl: z.string(),
  /** Folders of the caller that hold it. */
  folderIds: z.array(Id),
  isFollowed: z.boolean(),
  /** Why staff refused it; to its owner only. */
  rejectedBecause: z.string().nullable(),
});
export type GalleryPictureDetail = z.infer<typeof GalleryPictureDetail>;

/** Filters of every list of pictures; several values of one mean any of them, several filters mean all of them. */
export const PictureFilters = z.object({
  sort: z.enum(pictureSorts).default('recommended'),
  /** A category of level 1, 2 or 3 (or deeper); pictures of everything below it are found too. */
  classifyId: z.string().max(20).optional(),
  source: z.array(z.enum(pictureSources)).max(3).optional(),
  kind: z.array(z.enum(galleryKinds)).max(4).optional(),
  colour: z.array(z.enum(galleryColourNames)).max(12).optional(),
  orientation: z.array(z.enum(orientations)).max(3).optional(),
  view: z.array(z.enum(pictureViews)).max(8).optional(),
  time: z.array(z.enum(pictureTimes)).max(9).optional(),
  /** Only pictures of at least 2048 pixels on the longer side. */
  isLarge: z.boolean().default(false),
  keyword: SearchWords.optional(),
  authorId: Id.optional(),
  /** Pictures of an image set, in its order. */
  imageSetId: Id.optional(),
  /** Pictures of one of the caller's folders, or of somebody's open folder, in its order. */
  folderId: Id.optional(),
  /** The caller's own pictures of every state. */
  isOwn: z.boolean().default(false),
  /** Pictures in any of the caller's folders, last collected first. */
  isCollected: z.boolean().default(false),
  /** Pictures of those whom the caller follows. */
  isFollowed: z.boolean().default(false),
});
export type PictureFilters = z.infer<typeof PictureFilters>;

/** Weight of each signal of likeness; their sum does not matter. */
export const LikenessWeights = z.object({
  layout: z.number().min(0).max(1).default(0.45),
  colour: z.number().min(0).max(1).default(0.35),
  category: z.number().min(0).max(1).default(0.2),
});
export type LikenessWeights = z.infer<typeof LikenessWeights>;

const suggestionKinds = ['word', 'category', 'author', 'imageSet'] as const;
export const Suggestion = z.object({
  kind: z.enum(suggestionKinds),
  text: z.string(),
  /** Category or author or set; null for a word. */
  id: Id.nullable(),
  /** Small text beside it, e.g. the category above. */
  hint: z.string(),
  /** Stretches of `text` that were typed, by pinyin too: [from, to) in characters. */
  marks: z.array(z.tuple([z.int(), z.int()])),
});
export type Suggestion = z.infer<typeof Suggestion>;

/** A list of 100,000 whole numbers: looking at each one would take longer than all the rest. */
const manyNumbers = z.custom<number[]>(Array.isArray);

/** Reason of a report, and the words of the reporter. */
export const Report = z.object({
  reason: z.enum(reportReasons),
  text: manyLines(z.string().trim().max(200, '说明最多 200 字')).default(''),
});

export const pictureContract = {
  pictures: endpoint({
    ...gallery,
    method: 'GET',
    access: 'anyone',
    path: '/api/inspiration/pictures',
    summary: '图片；可筛选、排序，用 cursor 翻页。给出 ids 时只答这些图片（按所给顺序，看不到的略去）',
    input: cursor.extend({ ...PictureFilters.shape, ids: z.array(PictureId).max(100).optional() }),
    output: listOf(GalleryPicture),
    errors: ['gallery.bad_cursor', 'gallery.set_not_found', 'gallery.folder_not_found', 'auth.required'],
  }),
  pictureLayout: endpoint({
    ...gallery,
    method: 'GET',
    access: 'anyone',
    path: '/api/inspiration/pictures/layout',
    summary: '同样筛选下全部图片的编号、宽、高与主色（等长数组），用来一次排好整面墙；卡片再按 ids 取',
    input: PictureFilters,
    output: z.object({
      ids: manyNumbers,
      /** Pixels. */
      widths: manyNumbers,
      heights: manyNumbers,
      /** 0xRRGGBB. */
      colours: manyNumbers,
    }),
    errors: ['gallery.set_not_found', 'gallery.folder_not_found', 'auth.required'],
  }),
  picture: endpoint({
    ...gallery,
    method: 'GET',
    access: 'anyone',
    path: '/api/inspiration/pictures/:id',
    summary: '图片详情',
    params: byPicture,
    output: GalleryPictureDetail,
    errors: ['gallery.picture_not_found'],
  }),
  similarPictures: endpoint({
    ...gallery,
    method: 'GET',
    access: 'anyone',
    path: '/api/inspiration/pictures/:id/similar',
    summary: '相似图片，按构图、颜色、分类加权；同一张图的副本不列出',
    params: byPicture,
    input: cursor.extend(LikenessWeights.shape),
    output: listOf(GalleryPicture),
    errors: ['gallery.picture_not_found', 'gallery.bad_cursor'],
  }),
  picturesLike: endpoint({
    ...gallery,
    method: 'POST',
    access: 'user',
    path: '/api/inspiration/searchByPicture',
    isOpenToViewers: true,
    changesState: false,
    summary: '以图搜图：找与自己上传的图片（可框选一部分）相似的图片；copies 是图库里的同一张图',
    input: cursor.extend({
      ...LikenessWeights.shape,
      imageId: Id,
      /** Part of the picture that counts, 0–1 of its sides. */
      crop: z
        .object({
          x: z.number().min(0).max(1),
          y: z.number().min(0).max(1),
          width: z.number().min(0.02).max(1),
          height: z.number().min(0.02).max(1),
        })
        .optional(),
    }),
    output: listOf(GalleryPicture).extend({ copies: z.array(GalleryPicture) }),
    errors: ['image.not_found', 'image.not_made', 'image.deadly', 'gallery.bad_cursor'],
  }),
  searchGallery: endpoint({
    ...gallery,
    method: 'GET',
    access: 'anyone',
    path: '/api/inspiration/search',
    summary: '搜索：各类结果的数量与头几条，没有结果时给出相近的词；图片列表用 pictures 的 keyword',
    input: z.object({ keyword: SearchWords.default('') }),
    output: z.object({
      counts: z.object({ pictures: z.int(), imageSets: z.int(), cases: z.int(), authors: z.int() }),
      authors: z.array(AuthorCard),
      categories: z.array(z.object({ id: z.string(), name: z.string(), hint: z.string() })),
      /** Words that lead somewhere, when this one does not. */
      nearest: z.array(z.string()),
      /** Words that were searched for as well, because they mean the same. */
      synonyms: z.array(z.string()),
    }),
  }),
  suggestions: endpoint({
    ...gallery,
    method: 'GET',
    access: 'anyone',
    path: '/api/inspiration/suggest',
    summary: '搜索建议：词、分类、作者、图集，认拼音和拼音首字母；没有输入时是热门词',
    input: z.object({ keyword: SearchWords.default('') }),
    output: z.array(Suggestion),
  }),
  hotWords: endpoint({
    ...gallery,
    method: 'GET',
    access: 'anyone',
    path: '/api/inspiration/hotWords',
    summary: '热门词，搜索框里轮播',
    output: z.array(z.string()),
  }),
  categoryCounts: endpoint({
    ...gallery,
    method: 'GET',
    access: 'anyone',
    path: '/api/inspiration/categoryCounts',
    summary: '各分类（三级以内）下的图片数与案例数，只数人人可见的；没有图的分类不列出',
    output: z.array(
      z.object({ classifyId: z.string(), pictures: z.int(), cases: z.int(), coverUrl: z.string().nullable() }),
    ),
  }),
  hidePicture: endpoint({
    ...gallery,
    method: 'POST',
    access: 'user',
    path: '/api/inspiration/pictures/:id/hide',
    summary: '不感兴趣：以后不再列出；isHidden 为 false 时恢复',
    params: byPicture,
    input: z.object({ isHidden: z.boolean().default(true) }),
    errors: ['gallery.picture_not_found'],
  }),
  reportPicture: endpoint({
    ...gallery,
    method: 'POST',
    access: 'user',
    path: '/api/inspiration/pictures/:id/report',
    summary: '举报一张图片；同一人对同一张图只记一次',
    params: byPicture,
    input: Report,
    errors: ['gallery.picture_not_found', 'request.too_often'],
  }),
  publishPicture: endpoint({
    ...gallery,
    method: 'POST',
    access: 'user',
    path: '/api/inspiration/publish',
    summary: '把自己的一张结果图或上传图放进图库：公开的先待审核，isPrivate 的只自己可见；可同时放进自己的图集',
    input: z.object({
      imageId: Id,
      title: GalleryTitle,
      description: GalleryDescription.default(''),
      classifyId: z.string().max(20).optional(),
      tags: Tags.default([]),
      /** Source of an uploaded picture; a result of a tool is always `ai`. */
      source: z.enum(pictureSources).default('render'),
      sourceUrl: z.union([z.literal(''), z.url('请填写完整的网址').max(300)]).default(''),
      imageSetId: Id.optional(),
      isPrivate: z.boolean().default(false),
      clientKey: ClientKey,
    }),
    output: GalleryPicture,
    errors: [
      'image.not_found',
      'gallery.already_published',
      'gallery.no_such_category',
      'gallery.set_not_found',
      'gallery.set_full',
      'image.not_made',
      'image.deadly',
      'request.client_key_reused',
      'request.too_often',
    ],
  }),
  editPicture: endpoint({
    ...gallery,
    method: 'POST',
    access: 'user',
    path: '/api/inspiration/pictures/:id/edit',
    summary: '修改自己的图片；公开与否也在这里改。再公开，或公开的图片改了标题、说明、加了标签，要重新审核',
    params: byPicture,
    input: z.object({
      title: GalleryTitle.optional(),
      description: GalleryDescription.optional(),
      classifyId: z.string().max(20).optional(),
      tags: Tags.optional(),
      isPrivate: z.boolean().optional(),
    }),
    output: GalleryPicture,
    errors: ['gallery.picture_not_found', 'gallery.no_such_category'],
  }),
  removePicture: endpoint({
    ...gallery,
    method: 'POST',
    access: 'user',
    path: '/api/inspiration/pictures/:id/remove',
    summary: '从图库移除自己的图片；作品本身不受影响。七天内可以恢复',
    params: byPicture,
    errors: ['gallery.picture_not_found'],
  }),
  restorePicture: endpoint({
    ...gallery,
    method: 'POST',
    access: 'user',
    path: '/api/inspiration/pictures/:id/restore',
    summary: '恢复刚移除的图片',
    params: byPicture,
    output: GalleryPicture,
    errors: ['gallery.picture_not_found'],
  }),
} as const;

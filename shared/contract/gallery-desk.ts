import { z } from 'zod';
import { pictureSources, pictureStates, reportReasons } from '../domain/gallery.ts';
import { byId, desk, Reason } from './desk.ts';
import { endpoint } from './endpoint.ts';
import { Id, Instant } from './fields.ts';
import { byPicture, PictureId } from './gallery-picture.ts';
import { storedMedia } from './image.ts';
import { listEndpoint, listField, listOf } from './list.ts';
import { PinAt, pinFields, pinned } from './pin.ts';

/** A published picture as staff review it. */
export const ReviewedPicture = z.object({
  id: PictureId,
  imageId: Id,
  /** Of the picture as staff see it, whatever its state: `galleryReviewImage`. */
  url: z.string(),
  width: z.int(),
  height: z.int(),
  title: z.string(),
  description: z.string(),
  source: z.enum(pictureSources),
  classifyId: z.string(),
  /** Names of the categories from the root down; empty when there is none. */
  categories: z.array(z.string()),
  tags: z.array(z.string()),
  state: z.enum(pictureStates),
  authorId: Id,
  authorName: z.string(),
  /** Reports nobody has answered. */
  openReports: z.int(),
  reportReasons: z.array(z.enum(reportReasons)),
  reviewedBy: z.string().nullable(),
  reviewReason: z.string(),
  createdAt: Instant,
  reviewedAt: Instant.nullable(),
  ...pinned,
});
export type ReviewedPicture = z.infer<typeof ReviewedPicture>;

/** Somebody who was reported, with the reports nobody has answered. */
export const ReportedAuthor = z.object({
  /** Of the account. */
  id: Id,
  name: z.string(),
  openReports: z.int(),
  reports: z.array(z.object({ id: Id, reason: z.enum(reportReasons), text: z.string(), createdAt: Instant })),
  /** Of the last report. */
  createdAt: Instant,
});
export type ReportedAuthor = z.infer<typeof ReportedAuthor>;

export const galleryDeskContract = {
  galleryReviews: listEndpoint({
    path: '/api/admin/v1/galleryReviews',
    permission: 'gallery.read',
    summary: '图库审核列表：待审核的在前，有举报的可筛选',
    list: listOf(
      {
        imageId: listField.id(),
        title: listField.text(),
        description: listField.text(),
        source: listField.choice(pictureSources),
        classifyId: listField.id(),
        state: listField.choice(pictureStates),
        /** Waiting for a review; those that wait stand first where no order is asked for. */
        isWaiting: listField.flag({ isSortable: true }),
        authorId: listField.id(),
        openReports: listField.number(),
        isReported: listField.flag(),
        reviewReason: listField.text(),
        createdAt: listField.instant({ isSortable: true }),
        reviewedAt: listField.instant({ canBeNull: true, isSortable: true }),
        ...pinFields,
      },
      { hasSearch: true, defaultSort: { field: 'isWaiting', order: 'desc' } },
    ),
    row: ReviewedPicture,
  }),
  galleryReview: endpoint({
    ...desk,
    method: 'GET',
    path: '/api/admin/v1/galleryReviews/:id',
    permission: 'gallery.read',
    summary: '一张待审核的图片',
    params: byPicture,
    output: ReviewedPicture,
    errors: ['gallery.picture_not_found'],
  }),
  pinPicture: endpoint({
    ...desk,
    method: 'POST',
    encoding: 'json',
    path: '/api/admin/v1/galleryReviews/:id/pin',
    permission: 'gallery.review',
    summary: '把图片置顶到灵感图库推荐列表的第几位、到什么时候为止；place 为空时取消置顶',
    params: byPicture,
    input: PinAt,
    output: ReviewedPicture,
    errors: ['gallery.picture_not_found', 'gallery.own_picture', 'request.invalid'],
  }),
  galleryReviewImage: endpoint({
    ...desk,
    method: 'GET',
    answers: 'bytes',
    media: storedMedia,
    path: '/api/admin/v1/galleryReviews/:id/image',
    permission: 'gallery.read',
    summary:
      '待审核或已审核的图片本身（WebP，不带水印；类型 1、2 以外的最长边不超过 1280 像素）；仅自己可见的图片不给员工看',
    params: byPicture,
    input: z.object({
      /** Width at most, pixels; rounded up to steps, never enlarges. */
      w: z.int().min(16).max(8192).optional(),
    }),
    errors: ['gallery.picture_not_found', 'image.not_found', 'image.not_made', 'image.deadly'],
  }),
  approvePicture: endpoint({
    ...desk,
    method: 'POST',
    path: '/api/admin/v1/galleryReviews/:id/approve',
    permission: 'gallery.review',
    summary: '通过审核，人人可见；对它的举报一并了结',
    params: byPicture,
    output: ReviewedPicture,
    errors: ['gallery.picture_not_found', 'gallery.own_picture', 'gallery.not_for_review'],
  }),
  rejectPicture: endpoint({
    ...desk,
    method: 'POST',
    path: '/api/admin/v1/galleryReviews/:id/reject',
    permission: 'gallery.review',
    summary: '不通过或下架：立即从所有列表消失，理由告诉作者',
    params: byPicture,
    input: z.object({ reason: Reason }),
    output: ReviewedPicture,
    errors: ['gallery.picture_not_found', 'gallery.not_for_review'],
  }),
  authorReports: listEndpoint({
    path: '/api/admin/v1/authorReports',
    permission: 'gallery.read',
    summary: '被举报的作者，每人一行，只列未了结的；举报最多给出 20 条',
    list: listOf(
      {
        name: listField.text(),
        openReports: listField.number({ isSortable: true }),
        createdAt: listField.instant({ isSortable: true }),
      },
      { hasSearch: true },
    ),
    row: ReportedAuthor,
  }),
  answerAuthorReports: endpoint({
    ...desk,
    method: 'POST',
    path: '/api/admin/v1/authorReports/:id/answer',
    permission: 'gallery.review',
    summary: '了结对一位作者的举报；停用帐号在帐号里做',
    params: byId,
    input: z.object({ reason: Reason }),
    output: ReportedAuthor,
    errors: ['gallery.author_not_found'],
  }),
} as const;

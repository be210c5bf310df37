import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, Instant, SearchWords } from './fields.ts';
import { cursor, gallery, listOf, PictureId, PictureIds } from './gallery-picture.ts';
import { imageFormats, storedMedia } from './image.ts';

/** A picture that was downloaded; `url` gives it again and costs nothing more. */
export const DownloadRecord = z.object({
  id: Id,
  /** Origin of the picture. */
  from: z.enum(['gallery', 'tool']),
  /** Null for a tool's result, and where the picture is not in the gallery any more. */
  pictureId: PictureId.nullable(),
  imageId: Id.nullable(),
  /** Current title; empty, like `thumbHash`, when the picture is no longer visible. */
  title: z.string(),
  /** Tool that made it; null for the gallery's. */
  tool: Id.nullable(),
  width: z.int(),
  height: z.int(),
  mainColor: z.string(),
  thumbHash: z.string(),
  /** Null when the picture is gone. */
  previewUrl: z.string().nullable(),
  url: z.string().nullable(),
  createdAt: Instant,
});
export type DownloadRecord = z.infer<typeof DownloadRecord>;

export const DownloadQuota = z.object({
  /** Pictures left today; null for those without a limit. */
  left: z.int().min(0).nullable(),
  limit: z.int().min(0).nullable(),
  /** When there are more again. */
  renewsAt: Instant,
});
export type DownloadQuota = z.infer<typeof DownloadQuota>;

export const downloadContract = {
  downloads: endpoint({
    ...gallery,
    method: 'GET',
    access: 'user',
    path: '/api/inspiration/downloads',
    summary: '我的下载，新的在前',
    input: cursor.extend({
      from: z.enum(['gallery', 'tool']).optional(),
      tool: Id.optional(),
      keyword: SearchWords.optional(),
    }),
    output: listOf(DownloadRecord).extend({ quota: DownloadQuota }),
    errors: ['gallery.bad_cursor'],
  }),
  takeDownloads: endpoint({
    ...gallery,
    method: 'POST',
    access: 'user',
    path: '/api/inspiration/downloads',
    summary: '下载图库的图片：扣当天的张数（自己的图、当天已下载过的不再扣）、记入我的下载，并答出各图的地址',
    input: z.object({ pictureIds: PictureIds }),
    output: z.object({ list: z.array(DownloadRecord), quota: DownloadQuota }),
    errors: ['gallery.picture_not_found', 'gallery.download_quota'],
  }),
  downloadQuota: endpoint({
    ...gallery,
    method: 'GET',
    access: 'user',
    path: '/api/inspiration/downloadQuota',
    summary: '今天还能下载几张',
    output: DownloadQuota,
  }),
  downloadFile: endpoint({
    ...gallery,
    method: 'GET',
    access: 'user',
    path: '/api/inspiration/downloads/:id/file',
    isOpenToViewers: false,
    answers: 'bytes',
    media: storedMedia,
    summary: '取下载过的图片；水印与生成标识按图片的类型',
    params: z.object({ id: Id }),
    input: z.object({ format: z.enum(imageFormats).default('png') }),
    errors: ['gallery.download_not_found', 'image.not_found', 'image.not_made', 'image.deadly'],
  }),
  downloadArchive: endpoint({
    ...gallery,
    method: 'GET',
    access: 'user',
    path: '/api/inspiration/downloadArchive',
    isOpenToViewers: false,
    answers: 'bytes',
    media: ['application/zip'],
    summary: '把下载过的图片打成 photo.zip，边打包边传；60 张以上用它',
    input: z.object({ ids: z.array(Id).min(1).max(500), name: z.string().max(80).default('photo') }),
    errors: ['gallery.download_not_found', 'download.empty'],
  }),
  removeDownloads: endpoint({
    ...gallery,
    method: 'DELETE',
    access: 'user',
    path: '/api/inspiration/downloads',
    summary: '删除下载记录；isAll 时清空',
    input: z.object({ ids: z.array(Id).max(100).default([]), isAll: z.boolean().default(false) }),
  }),
} as const;

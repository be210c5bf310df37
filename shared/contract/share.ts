import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, Instant } from './fields.ts';
import { imageFormats, storedMedia } from './image.ts';
import { secret } from './secret.ts';

/** Days a link may be open. */
const longestShareDays = 365;

/** A link as its owner sees it. */
export const Share = z.object({
  token: Id,
  /** Path of the page, without the product's own address. */
  path: z.string(),
  imageId: Id,
  /** Title of the work or, without one, of the tool that made it. */
  title: z.string(),
  createdAt: Instant,
  expiresAt: Instant,
});
export type Share = z.infer<typeof Share>;

export const SharedPicture = z.object({
  url: z.string(),
  /** Pixels of the picture as the page gets it at most. */
  width: z.int(),
  height: z.int(),
  mainColor: z.string(),
});

/** A shared result, as anybody with the link gets it. */
export const SharedResult = z.object({
  title: z.string(),
  tool: Id,
  createdAt: Instant,
  expiresAt: Instant,
  after: SharedPicture,
  /** Null where the result was made from no picture, or that picture was deleted. */
  before: SharedPicture.nullable(),
  /** True when the pictures bear the brand watermark. */
  isMarked: z.boolean(),
});
export type SharedResult = z.infer<typeof SharedResult>;

const shares = { tag: '分享' } as const;
const byToken = z.object({ token: secret(Id.max(64)) });

export const shareContract = {
  createShare: endpoint({
    ...shares,
    method: 'POST',
    path: '/api/share/create',
    access: 'user',
    summary: '给一张结果图开一个不用登录就能看的前后对比链接；同一张图已有链接时延长它',
    input: z.object({
      imageId: Id,
      days: z.int().min(1, '至少 1 天').max(longestShareDays, `最多 ${longestShareDays} 天`).default(30),
    }),
    output: Share,
    errors: ['image.not_found', 'share.not_a_result', 'share.too_many'],
  }),
  shares: endpoint({
    ...shares,
    method: 'GET',
    path: '/api/shares',
    access: 'user',
    summary: '我的分享链接，新的在前，已失效的不列出。用 cursor 翻页',
    input: z.object({ cursor: z.string().max(200).optional(), size: z.int().min(1).max(100).default(20) }),
    output: z.object({ list: z.array(Share), nextCursor: z.string().nullable() }),
    errors: ['share.bad_cursor'],
  }),
  endShare: endpoint({
    ...shares,
    method: 'DELETE',
    path: '/api/share/link/:token',
    access: 'user',
    summary: '结束一个分享链接；已经结束的再结束一次也可以',
    params: byToken,
    output: z.null(),
    errors: ['share.not_found'],
  }),
  restoreShare: endpoint({
    ...shares,
    method: 'POST',
    path: '/api/share/restore/:token',
    access: 'user',
    summary: '把一天内结束的链接重新打开，地址和到期时间不变',
    params: byToken,
    output: Share,
    errors: ['share.not_found', 'share.ended', 'share.too_many'],
  }),
  sharedResult: endpoint({
    ...shares,
    method: 'GET',
    path: '/api/share/link/:token',
    access: 'anyone',
    summary: '链接里的前后两张图；失效的链接答 410',
    params: byToken,
    output: SharedResult,
    errors: ['share.not_found', 'share.ended'],
  }),
  sharedPicture: endpoint({
    ...shares,
    method: 'GET',
    path: '/api/share/link/:token/:side',
    access: 'anyone',
    answers: 'bytes',
    media: storedMedia,
    summary: '链接里的一张图，长边不超过 1920 像素；类型 1、2 以外的图带品牌水印',
    params: byToken.extend({ side: z.enum(['before', 'after']) }),
    input: z.object({
      /** Pixels of the longer side; rounded up to the steps of views. */
      w: z.int().min(16).max(8192).optional(),
      format: z.enum(imageFormats).default('webp'),
    }),
    errors: ['share.not_found', 'share.ended', 'image.not_found', 'image.not_made', 'image.deadly'],
  }),
} as const;

import { z } from 'zod';
import { convertedFormats } from '../domain/upload-formats.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './fields.ts';

export const imageFormats = ['png', 'jpg', 'webp'] as const;
export type ImageFormat = (typeof imageFormats)[number];

/** Media types of stored files by their format. */
export const contentTypes: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  svg: 'image/svg+xml',
  dxf: 'image/vnd.dxf',
  mp4: 'video/mp4',
};

/** Media types of stored files. */
export const storedMedia = Object.values(contentTypes);

/** Returns true when a stored file is a picture, and no film and no drawing. */
export function isImageFormat(format: string): format is ImageFormat {
  return imageFormats.some((known) => known === format);
}

/** The uploaded file that a picture was made of. */
export const UploadOrigin = z.object({
  from: z.enum(convertedFormats),
  /** Of a PDF: the page that was drawn, counted from 1, and how many there are. */
  page: z.int().positive().optional(),
  pages: z.int().positive().optional(),
  /** The first pages small, as data URLs; of a PDF of several pages, when no page was asked for. */
  previews: z.array(z.string()).optional(),
});

export const UploadedImage = z.object({
  imageId: Id,
  url: z.string(),
  /** Pixels, after the EXIF orientation was applied. */
  width: z.int().positive(),
  height: z.int().positive(),
  bytes: z.int().positive(),
  sha256: z.string().length(64),
  format: z.enum(imageFormats),
  /** Format of the uploaded file when a picture was made of it. */
  origin: UploadOrigin.optional(),
});
export type UploadedImage = z.infer<typeof UploadedImage>;

export const imageContract = {
  uploadImage: endpoint({
    method: 'POST',
    path: '/api/upload/image',
    access: 'user',
    encoding: 'multipart',
    tag: '图片',
    summary:
      '上传一张图片（multipart 字段 file，不超过 20 MB）：JPG、PNG、WebP 原样保存；HEIC、TIFF、BMP、AVIF 和 PDF 转换后保存，PDF 取字段 page 的那一页（从 1 起，缺省第 1 页）。颜色配置转为 sRGB，按 EXIF 转正。一小时内带同一个字段 clientKey 再传一次，得到的是同一张图',
    bodyLimit: 21 * 1024 * 1024,
    output: UploadedImage,
    errors: [
      'upload.missing',
      'upload.too_large',
      'upload.not_an_image',
      'upload.export_instead',
      'upload.not_converted',
      'upload.too_hard',
      'upload.pdf_locked',
      'upload.pdf_page_size',
      'upload.pdf_too_hard',
      'upload.pdf_too_heavy',
      'upload.too_heavy',
      'upload.deadly',
      'upload.no_such_page',
      'upload.broken',
      'upload.cut',
      'upload.too_many_pixels',
      'upload.too_small',
      'upload.bad_ratio',
      'upload.aborted',
      'upload.quota',
    ],
  }),
  image: endpoint({
    method: 'GET',
    path: '/api/images/:imageId',
    access: 'anyone',
    answers: 'bytes',
    media: storedMedia,
    tag: '图片',
    summary: '取图片，可按需缩放与换格式；非公开图片只给所有者；类型 1、2 以外的图片超过 1280 像素时带品牌水印',
    params: z.object({ imageId: Id }),
    input: z.object({
      /** Pixels; rounded up to steps (160 … 7680), never enlarges. */
      w: z.int().min(16).max(8192).optional(),
      h: z.int().min(16).max(8192).optional(),
      fit: z.enum(['inside', 'cover', 'contain']).default('inside'),
      format: z.enum(imageFormats).optional(),
      quality: z.int().min(1).max(100).default(90),
      /** For a picture that bears the watermark above 1280 pixels: at most 1280 pixels, without the watermark. */
      clean: z.boolean().default(false),
    }),
    errors: ['image.not_found', 'image.bad_resize', 'image.not_made', 'image.deadly'],
  }),
  // docs/RULES.md R55, docs/RULES.md R56
  downloadImage: endpoint({
    method: 'GET',
    path: '/api/images/:imageId/download',
    isOpenToViewers: false,
    access: 'anyone',
    answers: 'bytes',
    media: storedMedia,
    tag: '图片',
    summary: '下载图片；类型 1、2 以外的图片带品牌水印',
    params: z.object({ imageId: Id }),
    input: z.object({
      format: z.enum(imageFormats).default('png'),
      /** File name without its ending. */
      name: z.string().max(80).default('teda_img'),
    }),
    errors: ['image.not_found', 'image.not_made', 'image.deadly', 'auth.required', 'gallery.download_quota'],
  }),
} as const;

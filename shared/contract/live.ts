import { z } from 'zod';
import { ailive } from '../tools/outdoor.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './fields.ts';

/** Longer side of a live picture, pixels. */
export const liveSide = 512;
/** A pause between two frames counts as drawing up to this long, seconds. */
export const liveIdleSeconds = 20;

const { promptTxt, classifyId2, classifyId3, similarity, seed, engine } = ailive.fields;

/** Parameters of the tool without the canvas: words and settings. */
export const LiveWords = z.object({
  promptTxt: promptTxt.schema,
  classifyId2: classifyId2.schema,
  classifyId3: classifyId3.schema,
  similarity: similarity.schema,
  /** Absent in a frame: the session's. */
  seed: seed.schema,
  engine: engine.schema,
});
export type LiveWords = z.infer<typeof LiveWords>;

/** Text fields beside the file `canvas` of a frame. */
export const LiveFrameFields = z.object({
  /** Counts up with every frame the client sends in a session. */
  sequence: z.int().min(0).max(1e9),
  params: LiveWords,
});

/** Answer headers of a frame; the values are whole numbers. */
export const liveHeaders = {
  sequence: 'x-live-sequence',
  /** Time the engine took, milliseconds. */
  ms: 'x-live-ms',
  ticketsLeft: 'x-live-tickets-left',
  /** Active time left in the paid minute, milliseconds. */
  minuteLeft: 'x-live-minute-left',
} as const;

export const LiveSession = z.object({
  liveId: Id,
  seed: z.int(),
  side: z.int(),
  idleSeconds: z.int(),
  ticketsLeft: z.int(),
});
export type LiveSession = z.infer<typeof LiveSession>;

const live = { access: 'user', tag: '实时渲染' } as const;

export const liveContract = {
  openLive: endpoint({
    ...live,
    method: 'POST',
    path: '/api/live',
    encoding: 'json',
    summary: '开始实时渲染；每个账号同时只有一个会话，新开的会结束旧的',
    input: LiveWords,
    output: LiveSession,
    errors: ['ticket.short', 'tool.no_engine', 'task.engine', 'task.params'],
  }),
  liveFrame: endpoint({
    ...live,
    method: 'POST',
    path: '/api/live/:liveId/frames',
    encoding: 'multipart',
    answers: 'bytes',
    media: ['image/jpeg'],
    parts: { canvas: 'file', sequence: 'number', params: 'json' },
    summary:
      '一帧画布换一张 JPEG（multipart：文件 canvas，JPG、PNG 或 WebP，不超过 2 MB，边长 64–1024；sequence 整数；params 为 JSON）。每开始一分钟作画用 1 张实时券；排队中被更新的一帧取代时答 live.superseded',
    params: z.object({ liveId: Id }),
    bodyLimit: 3 * 1024 * 1024,
    errors: [
      'live.ended',
      'live.taken_over',
      'live.superseded',
      'live.bad_size',
      'ticket.short',
      'tool.no_engine',
      'task.engine',
      'upload.missing',
      'upload.too_large',
      'upload.not_an_image',
      'upload.broken',
      'upload.aborted',
      'engine.live_failed',
    ],
  }),
  closeLive: endpoint({
    ...live,
    method: 'DELETE',
    path: '/api/live/:liveId',
    summary: '结束实时会话；已结束的再结束一次也可以',
    params: z.object({ liveId: Id }),
  }),
} as const;

import { ApiError } from '#shared/client/create-client';
import { TransportError } from '#shared/client/transport';
import type { Envelope } from '#shared/contract/envelope';
import { type LiveSession, type LiveWords, liveContract, liveHeaders } from '#shared/contract/live';
import { api } from '../lib/api';
import { write } from '../lib/write';

export interface LiveFrame {
  liveId: string;
  sequence: number;
  /** PNG, JPG or WebP, at most 2 MB, sides 64–1024 px. */
  canvas: Blob;
  words: LiveWords;
}

export interface LiveAnswer {
  /** JPEG. */
  picture: Blob;
  sequence: number;
  /** Time the engine took, milliseconds. */
  ms: number;
  ticketsLeft: number;
  /** Active time left in the paid minute, milliseconds. */
  minuteLeft: number;
}

/** A frame without an answer for so long is given up, milliseconds. */
const frameTimeoutMs = 15_000;

export function openLive(words: LiveWords): Promise<LiveSession> {
  return api.openLive(words);
}

export function closeLive(liveId: string): Promise<unknown> {
  return api.closeLive({ liveId });
}

/**
 * Sends a frame. What the answer says of tickets and time stands in its headers, which the typed client does not give.
 * Throws {@link ApiError} (refused) or {@link TransportError} (no answer, aborted).
 */
export function sendLiveFrame(frame: LiveFrame, signal: AbortSignal): Promise<LiveAnswer> {
  return write(() => postFrame(frame, signal));
}

async function postFrame(frame: LiveFrame, signal: AbortSignal): Promise<LiveAnswer> {
  const { method, path } = liveContract.liveFrame;
  const timeout = AbortSignal.timeout(frameTimeoutMs);
  const form = new FormData();
  form.set('sequence', String(frame.sequence));
  form.set('params', JSON.stringify(frame.words));
  form.set('canvas', frame.canvas, 'canvas');
  try {
    const response = await fetch(path.replace(':liveId', encodeURIComponent(frame.liveId)), {
      method,
      body: form,
      credentials: 'include',
      headers: { accept: 'image/jpeg, application/json' },
      signal: AbortSignal.any([signal, timeout]),
    });
    if (!(response.headers.get('content-type') ?? '').startsWith('image/')) throw await refusalIn(response);
    const number = (name: string) => Number(response.headers.get(name) ?? Number.NaN);
    return {
      picture: await response.blob(),
      sequence: number(liveHeaders.sequence),
      ms: number(liveHeaders.ms),
      ticketsLeft: number(liveHeaders.ticketsLeft),
      minuteLeft: number(liveHeaders.minuteLeft),
    };
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (timeout.aborted) throw new TransportError('timeout', error);
    throw new TransportError(signal.aborted ? 'aborted' : 'network', error);
  }
}

async function refusalIn(response: Response): Promise<ApiError> {
  const { status } = response;
  const answer = (await response.json().catch(() => undefined)) as Partial<Envelope<unknown>> | undefined;
  return new ApiError(
    status,
    answer?.error ?? { code: status, message: '服务暂时无法应答，请稍后重试', reason: 'server.no_envelope' },
  );
}

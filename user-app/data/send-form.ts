import { ApiError } from '#shared/client/create-client';
import { TransportError } from '#shared/client/transport';
import type { Envelope } from '#shared/contract/envelope';
import type { Wire } from '#shared/contract/wire';
import { write } from '../lib/write';

export interface SendOptions {
  /** Fraction of the bytes sent, 0–1. */
  onProgress?: ((fraction: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Sends a form with a file. `fetch` cannot tell how much of a body was sent, so these calls go another way than all
 * others. Throws {@link ApiError} (refused) or {@link TransportError} (no answer, aborted).
 */
export function sendForm<T>(call: Wire, form: FormData, options: SendOptions = {}): Promise<T> {
  return write(() => send<T>(call, form, options));
}

function send<T>({ method, path }: Wire, form: FormData, { onProgress, signal }: SendOptions): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(new TransportError('aborted', signal.reason));
      return;
    }
    const request = new XMLHttpRequest();
    request.open(method, path);
    request.withCredentials = true;
    request.responseType = 'json';
    request.setRequestHeader('accept', 'application/json');
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    });
    request.addEventListener('error', () => reject(new TransportError('network', undefined)));
    request.addEventListener('abort', () => reject(new TransportError('aborted', signal?.reason)));
    request.addEventListener('load', () => {
      const answer = request.response as Partial<Envelope<T>> | null;
      if (answer?.error?.code) reject(new ApiError(request.status, answer.error));
      else if (answer?.data) resolve(answer.data);
      else reject(new ApiError(request.status, unreadable(request.status)));
    });
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}

function unreadable(status: number) {
  return { code: status, message: '服务暂时无法应答，请稍后重试', reason: 'server.no_envelope' };
}

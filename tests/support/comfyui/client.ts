import { once } from 'node:events';
import type { FakeComfyUi } from './index.ts';
import type { Graph } from './node-class.ts';

/** A frame of the WebSocket. */
export interface Frame {
  /** `binary` for frames of bytes. */
  type: string;
  data: Record<string, unknown>;
  /** Whole binary frame, with its head. */
  bytes?: Buffer;
}

/** Collects the frames of a socket of a client. `flags` asks for previews with metadata. Rejects where it is refused. */
export async function listen(comfy: Pick<FakeComfyUi, 'baseUrl'>, clientId: string, flags?: Record<string, unknown>) {
  const socket = new WebSocket(`${comfy.baseUrl.replace('http', 'ws')}/ws?clientId=${clientId}`);
  socket.binaryType = 'arraybuffer';
  const frames: Frame[] = [];
  const waiting = new Set<() => void>();
  socket.addEventListener('message', ({ data }) => {
    const isText = typeof data === 'string';
    frames.push(isText ? JSON.parse(data) : { type: 'binary', data: {}, bytes: Buffer.from(data as ArrayBuffer) });
    for (const look of waiting) look();
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error('The socket was refused.')));
  });
  if (flags) socket.send(JSON.stringify({ type: 'feature_flags', data: flags }));

  return {
    socket,
    frames,
    /** Takes all frames up to and with the first that fits, waiting for it. */
    async take(fits: (frame: Frame) => boolean): Promise<Frame[]> {
      for (;;) {
        const at = frames.findIndex(fits);
        if (at >= 0) return frames.splice(0, at + 1);
        await new Promise<void>((resolve) => {
          const look = () => {
            waiting.delete(look);
            resolve();
          };
          waiting.add(look);
        });
      }
    },
    async close(): Promise<void> {
      socket.close();
      await once(socket, 'close');
    },
  };
}

/** The frame that ends every job of a client that hears. */
export const isEnd = ({ type, data }: Frame): boolean => type === 'executing' && data.node === null;

export const isOfType =
  (wanted: string) =>
  ({ type }: Frame): boolean =>
    type === wanted;

export interface PromptAnswer {
  status: number;
  prompt_id: string;
  node_errors: Record<string, unknown>;
  error?: { type: string; message: string };
}

/** Puts a graph into the queue. */
export async function post(comfy: FakeComfyUi, prompt: Graph, more: object = {}): Promise<PromptAnswer> {
  const response = await fetch(`${comfy.baseUrl}/prompt`, {
    method: 'POST',
    body: JSON.stringify({ prompt, ...more }),
  });
  return { status: response.status, ...((await response.json()) as Omit<PromptAnswer, 'status'>) };
}

import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { RenderPreview } from '../port.ts';

/** News of a job on the socket. The socket may miss any of them, so they decide nothing. */
export interface JobNews {
  /** Share of the sampling that is done, 0–1. */
  onSampling(share: number): void;
  /** The job has ended, well or not: its history is worth a look. */
  onEnd(): void;
  onPreview(preview: RenderPreview): void;
}

const Message = z.object({
  type: z.string(),
  data: z.object({
    prompt_id: z.string().optional(),
    value: z.number().optional(),
    max: z.number().optional(),
  }),
});

const PreviewHead = z.object({ prompt_id: z.string().optional(), image_type: z.string() });

const endings: ReadonlySet<string> = new Set(['execution_success', 'execution_error', 'execution_interrupted']);
/** Binary frame of a preview that names its job. */
const previewWithHead = 4;
const reopenMs = 2000;

/** Node's own takes headers, which the declaration for browsers does not know. */
const HeaderedSocket = WebSocket as unknown as new (
  address: string,
  options: { headers: Record<string, string> },
) => WebSocket;

export type ComfySocket = ReturnType<typeof createSocket>;

/**
 * One socket for all jobs of this process, open while any is watched. Each connection has an id of its own: a server
 * sends nothing to a second socket of a known one once the first has closed.
 *
 * @param headers of every connection, for servers behind a gate
 */
export function createSocket(addressOf: (clientId: string) => string, headers: Readonly<Record<string, string>> = {}) {
  const watched = new Map<string, Set<JobNews>>();
  let clientId: string = randomUUID();
  let socket: WebSocket | undefined;
  let timer: NodeJS.Timeout | undefined;

  function open(): void {
    clientId = randomUUID();
    const opened = new HeaderedSocket(addressOf(clientId), { headers: { ...headers } });
    socket = opened;
    opened.binaryType = 'arraybuffer';
    opened.onopen = () =>
      opened.send(JSON.stringify({ type: 'feature_flags', data: { supports_preview_metadata: true } }));
    opened.onmessage = ({ data }) => (typeof data === 'string' ? takeMessage(data) : takeFrame(data as ArrayBuffer));
    opened.onerror = () => undefined;
    opened.onclose = () => {
      if (socket !== opened) return;
      socket = undefined;
      if (watched.size === 0) return;
      timer = setTimeout(open, reopenMs);
      timer.unref();
    };
  }

  const newsOf = (promptId: string | undefined) => (promptId === undefined ? [] : [...(watched.get(promptId) ?? [])]);

  function takeMessage(text: string): void {
    const read = Message.safeParse(parsed(text));
    if (!read.success) return;
    const { type, data } = read.data;
    const news = newsOf(data.prompt_id);
    if (type === 'progress' && data.max) for (const each of news) each.onSampling((data.value ?? 0) / data.max);
    if (endings.has(type)) for (const each of news) each.onEnd();
  }

  function takeFrame(frame: ArrayBuffer): void {
    const view = new DataView(frame);
    if (frame.byteLength < 8 || view.getUint32(0) !== previewWithHead) return;
    const length = view.getUint32(4);
    if (8 + length > frame.byteLength) return;
    const head = PreviewHead.safeParse(parsed(new TextDecoder().decode(new Uint8Array(frame, 8, length))));
    if (!head.success) return;
    const bytes = new Uint8Array(frame, 8 + length);
    const format = head.data.image_type === 'image/png' ? 'png' : 'jpg';
    for (const each of newsOf(head.data.prompt_id)) each.onPreview({ bytes, format });
  }

  return {
    /** Id under which jobs are started so that their news come here; opens the socket. */
    clientId(): string {
      if (!socket) open();
      return clientId;
    },
    /** Passes the news of a job on; returns what ends that. */
    watch(promptId: string, news: JobNews): () => void {
      const listeners = watched.get(promptId) ?? new Set();
      listeners.add(news);
      watched.set(promptId, listeners);
      if (!socket) open();
      return () => {
        listeners.delete(news);
        if (listeners.size === 0 && watched.get(promptId) === listeners) watched.delete(promptId);
        if (watched.size === 0) this.close();
      };
    },
    close(): void {
      clearTimeout(timer);
      const closing = socket;
      socket = undefined;
      closing?.close();
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

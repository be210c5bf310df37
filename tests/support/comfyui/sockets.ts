import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, Server } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';

/** First words of binary frames. */
const frameTypes = { preview: 1, text: 3, previewWithMetadata: 4 } as const;
const formats = { JPEG: 1, PNG: 2 } as const;

const word = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

export interface Preview {
  format: 'JPEG' | 'PNG';
  bytes: Buffer;
}

interface Wiring {
  /** Refuses with this status, for example for a foreign origin; undefined to let the socket in. Hears of each try. */
  refusal(url: URL, headers: IncomingHttpHeaders): number | undefined;
  queueLength(): number;
  /** Node that runs for this client. */
  runningNode(sid: string): string | undefined;
  features: object;
}

/**
 * WebSockets by client id. As in the real server a second socket takes the place of the first, and whichever closes
 * removes whatever is stored under the id, so that the newer one hears nothing after the older has closed.
 */
export function createSockets(server: Server, wiring: Wiring) {
  const known = new Map<string, { socket: WebSocket; flags: Record<string, unknown> }>();
  const doors = new WebSocketServer({ noServer: true });

  server.on('upgrade', (request, stream, head) => {
    const url = new URL(request.url ?? '', 'http://fake');
    const isSocket = url.pathname === '/ws' || url.pathname === '/api/ws';
    const status = isSocket ? wiring.refusal(url, request.headers) : 404;
    if (status) return void stream.end(`HTTP/1.1 ${status} Refused\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
    doors.handleUpgrade(request, stream, head, (socket) => welcome(socket, url.searchParams.get('clientId')));
  });

  function welcome(socket: WebSocket, clientId: string | null): void {
    const sid = clientId || randomUUID().replaceAll('-', '');
    known.set(sid, { socket, flags: {} });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => known.delete(sid));
    socket.on('message', (data) => readFlags(sid, String(data)));
    sendText('status', { status: { exec_info: { queue_remaining: wiring.queueLength() } }, sid }, sid);
    const node = wiring.runningNode(sid);
    if (node !== undefined) sendText('executing', { node }, sid);
  }

  function readFlags(sid: string, text: string): void {
    const entry = known.get(sid);
    if (!entry || Object.keys(entry.flags).length > 0) return;
    let message: { type?: unknown; data?: Record<string, unknown> };
    try {
      message = JSON.parse(text);
    } catch {
      return;
    }
    if (message.type !== 'feature_flags') return;
    entry.flags = message.data ?? {};
    sendText('feature_flags', wiring.features, sid);
  }

  const receivers = (sid: string | undefined) =>
    sid === undefined ? [...known.values()] : [known.get(sid)].filter((entry) => entry !== undefined);

  /** To one client, or to everybody. */
  function sendText(type: string, data: object, sid?: string): void {
    for (const { socket } of receivers(sid)) socket.send(JSON.stringify({ type, data }));
  }

  return {
    sendText,
    hasMetadata: (sid: string | undefined) =>
      sid !== undefined && known.get(sid)?.flags.supports_preview_metadata === true,
    sendPreview({ format, bytes }: Preview, sid?: string): void {
      const frame = Buffer.concat([word(frameTypes.preview), word(formats[format]), bytes]);
      for (const { socket } of receivers(sid)) socket.send(frame);
    },
    sendPreviewWithMetadata({ format, bytes }: Preview, metadata: object, sid?: string): void {
      const head = Buffer.from(JSON.stringify({ ...metadata, image_type: `image/${format.toLowerCase()}` }));
      const frame = Buffer.concat([word(frameTypes.previewWithMetadata), word(head.length), head, bytes]);
      for (const { socket } of receivers(sid)) socket.send(frame);
    },
    /** A text of a node and a frame of a type that no client knows. */
    sendNoise(sid?: string): void {
      const node = Buffer.from('9');
      const text = Buffer.concat([word(frameTypes.text), word(node.length), node, Buffer.from('说明')]);
      for (const { socket } of receivers(sid)) {
        socket.send(text);
        socket.send(Buffer.concat([word(99), word(7)]));
      }
    },
    /** Sockets that are open, forgotten ones included. */
    count: () => doors.clients.size,
    /** The server forgets its sockets; they stay open and hear nothing. */
    forget: () => known.clear(),
    cut(): void {
      for (const socket of doors.clients) socket.terminate();
      known.clear();
    },
    close: () => doors.close(),
  };
}

export type Sockets = ReturnType<typeof createSockets>;

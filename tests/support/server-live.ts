import sharp from 'sharp';
import { liveHeaders } from '#shared/contract/live';
import type { LiveFrame, LivePicture, LiveRenderer } from '../../mock-server/adapters/render/port.ts';
import type { Visitor } from './server-visitor.ts';

/** Answer of the server to a frame. */
export interface FrameAnswer {
  status: number;
  /** Empty when a picture came. */
  reason: string;
  message: string;
  picture: Buffer;
  sequence: number;
  ticketsLeft: number;
  minuteLeft: number;
}

/** A canvas of 256×192 with a red house whose place changes with `step`. */
export function drawCanvas(step = 0, size = { width: 256, height: 192 }): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 192" width="${size.width}" height="${size.height}">
    <rect width="256" height="192" fill="#fff"/><rect x="${60 + step}" y="70" width="90" height="70" fill="#b0503c"/>
    <path d="M0 140H256" stroke="#111" stroke-width="2"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** Sends a frame as a browser does. */
export async function sendFrame(
  visitor: Visitor,
  liveId: string,
  { canvas, sequence = 0, params = {} }: { canvas?: Buffer; sequence?: number; params?: object } = {},
): Promise<FrameAnswer> {
  const form = new FormData();
  form.set('canvas', new File([new Uint8Array(canvas ?? (await drawCanvas()))], 'canvas.png'));
  form.set('sequence', String(sequence));
  form.set('params', JSON.stringify(params));
  const response = await visitor.fetch(`/api/live/${liveId}/frames`, { method: 'POST', body: form });
  const picture = Buffer.from(await response.arrayBuffer());
  const isPicture = response.headers.get('content-type') === 'image/jpeg';
  const error = isPicture
    ? undefined
    : (JSON.parse(picture.toString()) as { error: { reason: string; message: string } }).error;
  const number = (name: string) => Number(response.headers.get(name) ?? Number.NaN);
  return {
    status: response.status,
    reason: error?.reason ?? '',
    message: error?.message ?? '',
    picture,
    sequence: number(liveHeaders.sequence),
    ticketsLeft: number(liveHeaders.ticketsLeft),
    minuteLeft: number(liveHeaders.minuteLeft),
  };
}

/** A live renderer whose frames end when the test says so; its pictures are the canvases. */
export function createHeldRenderer() {
  const open: Array<{ frame: LiveFrame; finish: () => void }> = [];
  const lookers: Array<() => void> = [];
  const renderer: LiveRenderer = {
    prepare: () => undefined,
    render: (frame) =>
      new Promise<LivePicture>((resolve, reject) => {
        frame.signal.addEventListener('abort', () => reject(frame.signal.reason), { once: true });
        open.push({ frame, finish: () => resolve({ jpeg: frame.canvas, width: 256, height: 192, ms: 40 }) });
        for (const look of lookers.splice(0)) look();
      }),
  };
  return {
    renderer,
    /** Frames it was asked for and has not finished. */
    under: () => open.length,
    /** The oldest frame under way, now or as soon as there is one. */
    async next(): Promise<{ frame: LiveFrame; finish: () => void }> {
      while (open.length === 0) await new Promise<void>((resolve) => lookers.push(resolve));
      return open.shift()!;
    },
  };
}

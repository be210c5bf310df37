import type { Size } from '../../../canvas/geometry';

/** First bytes of a picture file that tell its kind. */
export const headBytes = 4096;

/** Notes on a picture before a mask is drawn on it, a Chinese sentence each. */
export function picturePeculiarities(head: Uint8Array, { width, height }: Size, shownWidth: number): string[] {
  const notes: string[] = [];
  if (isAnimated(head)) notes.push('动图只显示和处理第一帧');
  if (isDeep(head)) notes.push('16 位图片按 8 位显示，选区不受影响');
  if (shownWidth < width)
    notes.push(`图片 ${width} × ${height} 很大，画面缩小到 ${shownWidth} 像素宽显示，选区仍按原图像素`);
  return notes;
}

const textAt = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
const isPng = (head: Uint8Array) => textAt(head, 1).startsWith('PNG');

function isDeep(head: Uint8Array): boolean {
  return isPng(head) && head[24] === 16;
}

function isAnimated(head: Uint8Array): boolean {
  if (isPng(head)) return chunkNames(head).includes('acTL');
  // The extended header of WebP has a flag for it.
  if (textAt(head, 0) === 'RIFF' && textAt(head, 12) === 'VP8X') return ((head[20] ?? 0) & 2) !== 0;
  return textAt(head, 0).startsWith('GIF');
}

/** Names of the chunks of a PNG as far as its first bytes go. */
function chunkNames(head: Uint8Array): string[] {
  const names: string[] = [];
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  for (let at = 8; at + 8 <= head.length; at += view.getUint32(at) + 12) {
    names.push(textAt(head, at + 4));
    if (names.at(-1) === 'IDAT') break;
  }
  return names;
}

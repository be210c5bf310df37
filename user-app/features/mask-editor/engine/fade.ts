import { type GreyMask, markedBounds } from '#shared/domain/mask-edge';
import type { Size } from '../../../canvas/geometry';
import { isEmptyRect, type Rect, widened } from './rect';

/** Fades the edge within `width` pixels on either side of it. Wide fades are made small and enlarged. */
export function soften(mask: GreyMask, width: number): Uint8Array<ArrayBuffer> {
  const step = width >= 14 ? 4 : width >= 5 ? 2 : 1;
  const bounds = widened(markedBounds(mask), Math.ceil(width) + step, mask);
  if (isEmptyRect(bounds)) return mask.data.slice();
  // On one grid wherever the mask lies, so that a part of a picture fades like the whole.
  const left = bounds.x % step;
  const top = bounds.y % step;
  const area = { x: bounds.x - left, y: bounds.y - top, width: bounds.width + left, height: bounds.height + top };
  const small = averaged(mask, area, step);
  // Two boxes one after the other make a tent about as wide as the fade.
  const radius = Math.max(1, Math.round(width / step / 4));
  for (let time = 0; time < 2; time += 1) {
    blurRows(small, radius);
    blurColumns(small, radius);
  }
  return enlarged(small, mask, area, step);
}

function averaged(mask: GreyMask, area: Rect, step: number): GreyMask {
  const width = Math.ceil(area.width / step);
  const height = Math.ceil(area.height / step);
  const data = new Uint8Array(width * height);
  const share = 1 / (step * step);
  const sums = new Uint16Array(width);
  const right = Math.min(area.width, mask.width - area.x);
  for (let y = 0; y < height; y += 1) {
    sums.fill(0);
    for (let dy = 0; dy < step; dy += 1) {
      const row = Math.min(mask.height - 1, area.y + y * step + dy) * mask.width + area.x;
      for (let dx = 0; dx < step; dx += 1) {
        for (let x = 0, at = dx; x < width; x += 1, at += step)
          sums[x] = (sums[x] as number) + (mask.data[row + (at < right ? at : right - 1)] as number);
      }
    }
    const start = y * width;
    for (let x = 0; x < width; x += 1) data[start + x] = (sums[x] as number) * share;
  }
  return { width, height, data };
}

function blurRows({ width, height, data }: GreyMask, radius: number): void {
  const row = new Uint8Array(width + radius * 2);
  const share = 1 / (radius * 2 + 1);
  for (let y = 0; y < height; y += 1) {
    const start = y * width;
    row.fill(data[start] as number, 0, radius);
    row.set(data.subarray(start, start + width), radius);
    row.fill(data[start + width - 1] as number, radius + width);
    let sum = 0;
    for (let x = 0; x < radius * 2; x += 1) sum += row[x] as number;
    for (let x = 0; x < width; x += 1) {
      sum += row[x + radius * 2] as number;
      data[start + x] = sum * share + 0.5;
      sum -= row[x] as number;
    }
  }
}

function blurColumns({ width, height, data }: GreyMask, radius: number): void {
  const source = data.slice();
  const sums = new Int32Array(width);
  const share = 1 / (radius * 2 + 1);
  const rowAt = (y: number) => Math.min(height - 1, Math.max(0, y)) * width;
  for (let y = -radius; y < radius; y += 1)
    for (let x = 0, row = rowAt(y); x < width; x += 1) sums[x] = (sums[x] as number) + (source[row + x] as number);
  for (let y = 0; y < height; y += 1) {
    const entering = rowAt(y + radius);
    const leaving = rowAt(y - radius);
    const start = y * width;
    for (let x = 0; x < width; x += 1) {
      const sum = (sums[x] as number) + (source[entering + x] as number);
      data[start + x] = sum * share + 0.5;
      sums[x] = sum - (source[leaving + x] as number);
    }
  }
}

function enlarged(small: GreyMask, size: Size, area: Rect, step: number): Uint8Array<ArrayBuffer> {
  const data = new Uint8Array(size.width * size.height);
  const { width, height } = small;
  for (let y = 0; y < area.height; y += 1) {
    const down = Math.min(height - 1, Math.max(0, (y + 0.5) / step - 0.5));
    const top = Math.floor(down);
    const part = down - top;
    const upper = top * width;
    const lower = Math.min(height - 1, top + 1) * width;
    const start = (area.y + y) * size.width + area.x;
    let last = 0;
    for (let cell = 0; cell < width; cell += 1) {
      const next = Math.min(width - 1, cell + 1);
      const left = (small.data[upper + cell] as number) * (1 - part) + (small.data[lower + cell] as number) * part;
      const right = (small.data[upper + next] as number) * (1 - part) + (small.data[lower + next] as number) * part;
      // Pixels whose middle lies between the middles of this cell and the next.
      const to = cell === width - 1 ? area.width : Math.min(area.width, Math.floor((cell + 1) * step + step / 2));
      if (left === right) {
        if (left !== 0) data.fill(left, start + last, start + to);
      } else {
        for (let x = last; x < to; x += 1) {
          const across = Math.min(1, Math.max(0, (x + 0.5) / step - 0.5 - cell));
          data[start + x] = left + (right - left) * across + 0.5;
        }
      }
      last = to;
    }
  }
  return data;
}

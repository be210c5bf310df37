import type { Point, Size } from '../../../canvas/geometry';
import type { WirePixels } from './live-wire';

export interface ColourChoice {
  /** Greatest distance of a colour from the chosen one, 0–100: 0 takes equal ones only. */
  tolerance: number;
  /** Only pixels connected to the chosen one count. */
  isContiguous: boolean;
}

export const defaultColourChoice: ColourChoice = { tolerance: 12, isContiguous: true };

/** The pixels whose colour is like that at a point: 255, else 0. */
export function likeColour(
  picture: WirePixels,
  at: Point,
  { tolerance, isContiguous }: ColourChoice,
): Uint8Array<ArrayBuffer> {
  const { width, height, data } = picture;
  const result = new Uint8Array(width * height);
  const x = Math.min(width - 1, Math.max(0, Math.floor(at.x)));
  const y = Math.min(height - 1, Math.max(0, Math.floor(at.y)));
  const seed = (y * width + x) * 4;
  const [red, green, blue] = [data[seed] as number, data[seed + 1] as number, data[seed + 2] as number];
  const most = tolerance * 2.55;
  const isAlike = (index: number) => {
    const at = index * 4;
    return (
      Math.abs((data[at] as number) - red) <= most &&
      Math.abs((data[at + 1] as number) - green) <= most &&
      Math.abs((data[at + 2] as number) - blue) <= most
    );
  };
  if (isContiguous) flood(result, { width, height }, y * width + x, isAlike);
  else for (let index = 0; index < result.length; index += 1) if (isAlike(index)) result[index] = 255;
  return result;
}

/** Fills whole rows at a time. */
function flood(result: Uint8Array, { width, height }: Size, start: number, isAlike: (index: number) => boolean): void {
  const isOpen = (index: number) => result[index] === 0 && isAlike(index);
  const waiting = [start];
  for (let seed = waiting.pop(); seed !== undefined; seed = waiting.pop()) {
    if (result[seed] === 255) continue;
    const row = Math.floor(seed / width) * width;
    let from = seed;
    while (from > row && isOpen(from - 1)) from -= 1;
    let to = seed;
    while (to < row + width && isOpen(to)) to += 1;
    result.fill(255, from, to);
    if (row > 0) addRunStarts(waiting, from - width, to - width, isOpen);
    if (row + width < width * height) addRunStarts(waiting, from + width, to + width, isOpen);
  }
}

/** Adds the first pixel of each open run from one index up to another, without it. */
function addRunStarts(starts: number[], from: number, to: number, isOpen: (index: number) => boolean): void {
  let wasOpen = false;
  for (let index = from; index < to; index += 1) {
    const isNowOpen = isOpen(index);
    if (isNowOpen && !wasOpen) starts.push(index);
    wasOpen = isNowOpen;
  }
}

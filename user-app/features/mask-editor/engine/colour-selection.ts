import type { Point } from '../../../canvas/geometry';
import type { WirePixels } from './live-wire';

export interface ColourChoice {
  /** How far a colour may be from the chosen one, 0–100: 0 takes equal ones only. */
  tolerance: number;
  /** Whether only what hangs together with the chosen place counts. */
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
    const place = index * 4;
    return (
      Math.abs((data[place] as number) - red) <= most &&
      Math.abs((data[place + 1] as number) - green) <= most &&
      Math.abs((data[place + 2] as number) - blue) <= most
    );
  };
  if (isContiguous) flood(result, width, height, y * width + x, isAlike);
  else for (let index = 0; index < result.length; index += 1) if (isAlike(index)) result[index] = 255;
  return result;
}

/** Fills whole rows at a time. */
function flood(
  result: Uint8Array,
  width: number,
  height: number,
  start: number,
  isAlike: (index: number) => boolean,
): void {
  const waiting = [start];
  for (let seed = waiting.pop(); seed !== undefined; seed = waiting.pop()) {
    if (result[seed] === 255) continue;
    const row = Math.floor(seed / width) * width;
    let from = seed;
    while (from > row && result[from - 1] === 0 && isAlike(from - 1)) from -= 1;
    let to = seed;
    while (to < row + width && result[to] === 0 && isAlike(to)) to += 1;
    result.fill(255, from, to);
    for (const next of [row - width, row + width]) {
      if (next < 0 || next >= width * height) continue;
      let wasOpen = false;
      for (let index = from - row + next; index < to - row + next; index += 1) {
        const isOpen = result[index] === 0 && isAlike(index);
        if (isOpen && !wasOpen) waiting.push(index);
        wasOpen = isOpen;
      }
    }
  }
}

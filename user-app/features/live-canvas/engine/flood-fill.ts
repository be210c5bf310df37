/** A picture as the canvas gives it: four bytes a pixel, red, green, blue, alpha. */
export interface FillPixels {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

/** Greatest difference of each channel from the pressed pixel's. */
const tolerance = 40;

/**
 * Fills the area around a pixel that looks like it, and one pixel further, so that the soft edges of lines around it
 * leave no light seam. @returns whether anything changed.
 */
export function floodFill({ data, width, height }: FillPixels, x: number, y: number, colour: string): boolean {
  const startX = Math.floor(x);
  const startY = Math.floor(y);
  if (startX < 0 || startY < 0 || startX >= width || startY >= height) return false;
  const words = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const wanted = wordOf(colour);
  const start = startY * width + startX;
  if (words[start] === wanted) return false;

  const area = areaAround(data, width, height, start);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const at = row * width + column;
      const isNear =
        area[at] ||
        (column > 0 && area[at - 1]) ||
        (column < width - 1 && area[at + 1]) ||
        (row > 0 && area[at - width]) ||
        (row < height - 1 && area[at + width]);
      if (isNear) words[at] = wanted;
    }
  }
  return true;
}

function areaAround(data: Uint8ClampedArray, width: number, height: number, start: number): Uint8Array {
  const area = new Uint8Array(width * height);
  const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(start * 4, start * 4 + 4);
  const isAlike = (pixel: number) => {
    const at = pixel * 4;
    return (
      Math.abs((data[at + 3] as number) - alpha) <= tolerance &&
      Math.abs((data[at] as number) - red) <= tolerance &&
      Math.abs((data[at + 1] as number) - green) <= tolerance &&
      Math.abs((data[at + 2] as number) - blue) <= tolerance
    );
  };
  const isOpen = (pixel: number) => !area[pixel] && isAlike(pixel);
  const seeds = [start];
  for (let seed = seeds.pop(); seed !== undefined; seed = seeds.pop()) {
    if (area[seed]) continue;
    const row = Math.floor(seed / width);
    const first = row * width;
    let left = seed;
    while (left > first && isOpen(left - 1)) left -= 1;
    let right = seed;
    while (right < first + width - 1 && isOpen(right + 1)) right += 1;
    if (row > 0) addRunStarts(seeds, left - width, right - width, isOpen);
    if (row < height - 1) addRunStarts(seeds, left + width, right + width, isOpen);
    area.fill(1, left, right + 1);
  }
  return area;
}

/** Adds the first pixel of each open run between two pixels of a row, both included. */
function addRunStarts(starts: number[], first: number, last: number, isOpen: (pixel: number) => boolean): void {
  let wasOpen = false;
  for (let pixel = first; pixel <= last; pixel += 1) {
    const isNowOpen = isOpen(pixel);
    if (isNowOpen && !wasOpen) starts.push(pixel);
    wasOpen = isNowOpen;
  }
}

/** The colour as the canvas keeps it in memory on the machines there are: red in the lowest byte. */
function wordOf(colour: string): number {
  const value = Number.parseInt(colour.slice(1), 16);
  const [red, green, blue] = [value >> 16, (value >> 8) & 255, value & 255];
  return (0xff000000 | (blue << 16) | (green << 8) | red) >>> 0;
}

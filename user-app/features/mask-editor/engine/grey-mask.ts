import type { GreyMask } from '#shared/domain/mask-edge';

/** Every `step`-th pixel each way: enough to look at. */
export function reduced({ width, height, data }: GreyMask, step: number): GreyMask {
  if (step <= 1) return { width, height, data };
  const small = { width: Math.ceil(width / step), height: Math.ceil(height / step) };
  const pixels = new Uint8Array(small.width * small.height);
  const half = step >> 1;
  for (let y = 0; y < small.height; y += 1) {
    const row = Math.min(height - 1, y * step + half) * width;
    const start = y * small.width;
    for (let x = 0; x < small.width; x += 1)
      pixels[start + x] = data[row + Math.min(width - 1, x * step + half)] as number;
  }
  return { ...small, data: pixels };
}

import type { Size } from '../../base/blur.ts';
import type { RgbBytes } from '../../base/colour.ts';

/**
 * Blue at the upper border, or greenery over a good part of the picture: taken outdoors. Leaves and lawns give back more
 * red than blue (82–99 % of the green points of gardens), walls painted green do not (14–16 %).
 */
export function looksOutdoor(rgb: RgbBytes, { width, height }: Size): boolean {
  const step = Math.max(1, Math.round(Math.max(width, height) / 160));
  let sky = 0;
  let top = 0;
  let green = 0;
  let count = 0;
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step) {
      const at = (y * width + x) * 3;
      const [r, g, b] = [rgb[at]!, rgb[at + 1]!, rgb[at + 2]!];
      count++;
      if (g > r * 1.08 && g > b * 1.18 && r > b * 1.15 && g > 30) green++;
      if (y > height * 0.22) continue;
      top++;
      if (b > 90 && b > r * 1.14 && b >= g) sky++;
    }
  }
  return sky > 0.3 * top || green > 0.2 * count;
}

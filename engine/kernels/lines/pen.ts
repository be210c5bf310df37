import type { Size } from '../../base/blur.ts';
import { clamp } from '../../base/scalar.ts';
import type { Polyline } from './polyline.ts';

/**
 * Draws a line with round ends and joins into an ink plane, keeping the darker value where lines cross.
 *
 * @param ink plane 0 (paper) … 1 (ink)
 * @param halfWidth half the width of the pen at a point, pixels; called with the share 0…1 of the way along
 * @param darkness 0…1
 */
export function drawPolyline(
  ink: Float32Array,
  { width, height }: Size,
  line: Polyline,
  halfWidth: (share: number) => number,
  darkness = 1,
): void {
  const last = line.length / 2 - 1;
  for (let i = 0; i < last; i++) {
    const x0 = line[i * 2]!;
    const y0 = line[i * 2 + 1]!;
    const dx = line[i * 2 + 2]! - x0;
    const dy = line[i * 2 + 3]! - y0;
    const squared = dx * dx + dy * dy;
    const startWidth = halfWidth(i / last);
    const endWidth = halfWidth((i + 1) / last);
    const reach = Math.max(startWidth, endWidth) + 1;
    const top = Math.max(0, Math.floor(Math.min(y0, y0 + dy) - reach));
    const bottom = Math.min(height - 1, Math.ceil(Math.max(y0, y0 + dy) + reach));
    for (let y = top; y <= bottom; y++) {
      // Only the part of the row that the segment's band crosses, so that long diagonals stay cheap.
      const [from, to] = rowSpan(y, x0, y0, dx, dy, reach);
      const left = Math.max(0, Math.floor(from));
      const right = Math.min(width - 1, Math.ceil(to));
      for (let x = left; x <= right; x++) {
        const share = squared < 1e-9 ? 0 : clamp(((x - x0) * dx + (y - y0) * dy) / squared, 0, 1);
        const distance = Math.hypot(x - x0 - share * dx, y - y0 - share * dy);
        const half = startWidth + (endWidth - startWidth) * share;
        const coverage = Math.min(1, half * 2, half + 0.5 - distance) * darkness;
        const at = y * width + x;
        if (coverage > ink[at]!) ink[at] = coverage;
      }
    }
  }
}

function rowSpan(y: number, x0: number, y0: number, dx: number, dy: number, reach: number): [number, number] {
  const left = Math.min(x0, x0 + dx) - reach;
  const right = Math.max(x0, x0 + dx) + reach;
  if (Math.abs(dy) < 1e-6) return [left, right];
  const enter = clamp((y - reach - y0) / dy, 0, 1);
  const leave = clamp((y + reach - y0) / dy, 0, 1);
  const a = x0 + dx * enter;
  const b = x0 + dx * leave;
  return [Math.max(left, Math.min(a, b) - reach), Math.min(right, Math.max(a, b) + reach)];
}

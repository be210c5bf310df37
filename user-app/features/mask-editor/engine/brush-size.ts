/** Brush width, picture pixels. */
export const brushSizes = { min: 1, max: 200, default: 25 } as const;

const largestStep = 20;

/** A whole width within the limits; undefined for what is no number. */
export function brushSizeOf(size: number): number | undefined {
  const whole = Math.round(size);
  return Number.isFinite(whole) ? Math.min(brushSizes.max, Math.max(brushSizes.min, whole)) : undefined;
}

/** The next width by one press of a key: single pixels for small brushes, up to 20 for large ones, never below 1. */
export function steppedSize(size: number, direction: 1 | -1): number {
  const step = Math.min(largestStep, Math.max(1, Math.round(0.7363 * 1.0394 ** size)));
  return Math.min(brushSizes.max, Math.max(brushSizes.min, size + direction * step));
}

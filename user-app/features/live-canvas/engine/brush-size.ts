/** Width of the brush, paper pixels. */
export const brushSizes = { min: 1, max: 200, default: 12 } as const;

export function brushSizeOf(size: number): number {
  const whole = Math.round(size);
  return Number.isFinite(whole) ? Math.min(brushSizes.max, Math.max(brushSizes.min, whole)) : brushSizes.default;
}

/** The next width by one press of a key: an eighth more or less, at least one pixel. */
export function steppedSize(size: number, direction: 1 | -1): number {
  const step = Math.max(1, Math.round(size / 8));
  return brushSizeOf(size + direction * step);
}

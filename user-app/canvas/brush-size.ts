import { within } from './geometry';

/** Width of a brush, pixels of the sheet. */
export const brushSizes = { min: 1, max: 200 } as const;

const largestStep = 20;

/** A whole width within the limits; undefined for what is no number. */
export function brushSizeOf(size: number): number | undefined {
  const whole = Math.round(size);
  return Number.isFinite(whole) ? within(whole, brushSizes.min, brushSizes.max) : undefined;
}

/** The next width by one press of a key: single pixels for small brushes, up to 20 for large ones, never below 1. */
export function steppedSize(size: number, direction: 1 | -1): number {
  const step = within(Math.round(0.7363 * 1.0394 ** size), 1, largestStep);
  return within(size + direction * step, brushSizes.min, brushSizes.max);
}

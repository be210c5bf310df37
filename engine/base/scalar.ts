/** Brings a number between two bounds, both included. */
export function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}

/** The nearest byte of a level. */
export function byteOf(level: number): number {
  return clamp(Math.round(level), 0, 255);
}

/** Hermite step: 0 below `low`, 1 above `high`. */
export function smoothstep(low: number, high: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - low) / (high - low)));
  return t * t * (3 - 2 * t);
}

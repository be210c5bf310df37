import type { Point } from './geometry';

const steps: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Offset of an arrow key of the given length; undefined for every other key. */
export function arrowStep(key: string, length = 1): Point | undefined {
  const step = steps[key];
  return step && { x: step.x * length, y: step.y * length };
}

import { getPriority, setPriority } from 'node:os';

/**
 * Gives the calling thread the niceness (0 … 19), where its process has not a higher one already: to take that back is
 * refused to everybody without rights. On Linux alone; elsewhere it would apply to the whole process.
 */
export function lowerPriority(niceness: number): void {
  if (process.platform === 'linux' && niceness > getPriority()) setPriority(niceness);
}

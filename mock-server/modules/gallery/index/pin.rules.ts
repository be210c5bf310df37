import type { PinAt } from '#shared/contract/pin';
import { ProductError } from '#shared/errors';

/** Position that staff gave something before the recommended ones, and its end. */
export interface Pin {
  /** From 1. */
  place: number;
  until: number | null;
}

/** Above every score of recommendation, and still one that cursors take. */
export const highestScore = 9e14;

/** The score of something pinned among the recommended. */
export const pinScore = ({ place }: Pin): number => highestScore - place;

export const isPinned = ({ until }: Pin, now: number): boolean => until === null || until > now;

/** Fields of a row as staff asked for them. Throws `request.invalid` for an end that is over. */
export function pinFieldsOf({ place, until }: PinAt, now: number) {
  if (place !== null && until !== null && until <= now)
    throw new ProductError('request.invalid', { fields: { until: ['请选择将来的时间'] } });
  return { pinPlace: place, pinnedUntil: place === null ? null : until };
}

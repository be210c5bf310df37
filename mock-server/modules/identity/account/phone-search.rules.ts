import { day, hour } from '#shared/domain/time';
import type { Limit } from '../../base/limits.ts';

/**
 * Limits on searches by number for those who do not see whole phone numbers. A mask leaves four digits open, ten
 * thousand numbers: whoever tried them one by one would find the one.
 */
export const phoneSearchLimits = {
  /** Searches by a person, by whole numbers and by last digits together. */
  perPerson: { windowMs: hour, most: 60 } satisfies Limit,
  /** Different whole numbers that look alike once masked, by a person. */
  perMask: { windowMs: 30 * day, most: 5 } satisfies Limit,
};

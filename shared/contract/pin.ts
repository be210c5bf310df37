import { z } from 'zod';
import { Instant } from './fields.ts';
import { listField } from './list.ts';

/** Places before the recommended ones that staff give out. */
const pinPlaces = 99;

/** Of a row that can be pinned. */
export const pinned = {
  /** Position before the recommended ones, from 1; null when it is not pinned. */
  pinPlace: z.int().nullable(),
  /** When that ends; null where it has no end. Kept when it is over. */
  pinnedUntil: Instant.nullable(),
};

export const pinFields = {
  pinPlace: listField.number({ canBeNull: true, isSortable: true }),
  pinnedUntil: listField.instant({ canBeNull: true, isSortable: true }),
  isPinned: listField.flag(),
};

/** New position; a place of null takes it back among the others. */
export const PinAt = z.object({
  place: z.int('位置须是整数').min(1, '位置从 1 起').max(pinPlaces, `位置最多 ${pinPlaces}`).nullable(),
  until: Instant.nullable().default(null),
});
export type PinAt = z.infer<typeof PinAt>;

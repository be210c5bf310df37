import { foldTyped } from '#shared/domain/typed';
import { parseYuan } from './format.ts';

/** Under which name a form holds what was typed to confirm it; it is neither kept as a draft nor sent. */
export const confirmationField = 'typedConfirmation';

/** Returns true when this is what was asked for: spaces, letter case and the way an amount is written do not matter. */
export function isConfirmation(typed: string, expected: string): boolean {
  const amount = expected.startsWith('¥') ? parseYuan(expected) : null;
  if (amount !== null && parseYuan(typed) === amount) return true;
  return plain(typed) !== '' && plain(typed) === plain(expected);
}

const plain = (text: string) => foldTyped(text).replaceAll(' ', '').toLowerCase();

/** The fields of a form without the typed confirmation. */
export function withoutConfirmation<F extends object>(fields: F): F {
  const { [confirmationField]: _typed, ...rest } = fields as Record<string, unknown>;
  return rest as F;
}

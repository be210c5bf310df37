import { createHmac } from 'node:crypto';
import { readPhoneSearch } from '#shared/domain/phone';
import { foldTyped } from '#shared/domain/typed';
import { keyFor } from '../seal.ts';
import type { Db } from '../store.ts';
import { findBehind } from './former-phone.repository.ts';

/** What a phone number is kept as once an account has it no more. Who has the database alone cannot try numbers out. */
export type PhoneHash = (phoneNo: string) => string;

export function createPhoneHash(installationKey: string): PhoneHash {
  const key = keyFor(installationKey, 'former phone numbers');
  return (phoneNo) => createHmac('sha256', key).update(phoneNo).digest('base64url');
}

/**
 * Accounts to which something leads that stands in their rows no more: a number that they had before, or the id of an
 * account that became part of them. One whose data were erased is none of them.
 */
export function accountsBehind(db: Db, typed: string, hash: PhoneHash): Promise<string[]> {
  const read = readPhoneSearch(typed);
  return findBehind(db, { hash: read && 'whole' in read ? hash(read.whole) : '', id: foldTyped(typed) });
}

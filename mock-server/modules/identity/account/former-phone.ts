import { createHmac } from 'node:crypto';
import { readPhoneSearch } from '#shared/domain/phone';
import { foldTyped } from '#shared/domain/typed';
import { keyFor } from '../../base/seal.ts';
import type { Db } from '../../base/store.ts';
import { findBehind } from './former-phone.repository.ts';

/** Keyed hash (HMAC-SHA-256) of a former phone number: without the key, numbers cannot be guessed from the database. */
export type PhoneHash = (phoneNo: string) => string;

export function createPhoneHash(installationKey: string): PhoneHash {
  const key = keyFor(installationKey, 'former phone numbers');
  return (phoneNo) => createHmac('sha256', key).update(phoneNo).digest('base64url');
}

/**
 * Ids of accounts found by a value no longer in their row: a former phone number, or the id of an account merged into
 * them. Erased accounts are left out.
 */
export function accountsBehind(db: Db, typed: string, hash: PhoneHash): Promise<string[]> {
  const read = readPhoneSearch(typed);
  return findBehind(db, { hash: read && 'whole' in read ? hash(read.whole) : '', id: foldTyped(typed) });
}

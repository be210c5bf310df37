import type { PendingChange } from '#shared/contract/pending-change';
import { maskEmail, maskPhone } from '#shared/domain/phone';
import type { PendingWithAccount } from './pending-change.repository.ts';

/**
 * Formatters of phone numbers and e-mail addresses: {@link masks} for staff, {@link same} for the audit, which masks
 * them itself.
 */
export interface Viewed {
  phone: (text: string) => string;
  email: (text: string) => string;
}
export const masks: Viewed = { phone: maskPhone, email: maskEmail };
export const same: Viewed = { phone: (text) => text, email: (text) => text };

/** Columns of an account that a pending change of credentials or a merge sets. */
interface AccountFields {
  phone_no?: string | null;
  email?: string | null;
  login_name?: string | null;
  password_hash?: string | null;
  merge_into?: string;
}

/** @param aloneFrom time from which the requester may approve it alone, in epoch milliseconds; null when never */
export function toPendingChange(row: PendingWithAccount, show: Viewed, aloneFrom: number | null): PendingChange {
  const isOfAccount = row.kind === 'account' || row.kind === 'merge';
  return {
    ...{ id: row.id, kind: row.kind, subject: row.subject, title: row.title || (row.nick_name ?? '') },
    ...{ accountId: row.account_id, nickName: row.nick_name ?? '' },
    fields: isOfAccount ? accountFields(row, show) : (JSON.parse(row.shown) as PendingChange['fields']),
    ...{ reason: row.reason, status: row.status, requestedBy: row.requested_by, answeredBy: row.answered_by },
    ...{ answer: row.answer, createdAt: row.created_at, expiresAt: row.expires_at, answeredAt: row.answered_at },
    aloneFrom: row.status === 'waiting' ? aloneFrom : null,
  };
}

function accountFields(row: PendingWithAccount, show: Viewed): PendingChange['fields'] {
  const change = JSON.parse(row.fields) as AccountFields;
  const phone = (phoneNo: string | null) => phoneNo && show.phone(phoneNo);
  const email = (address: string | null) => address && show.email(address);
  const fields: PendingChange['fields'] = [];
  if (change.phone_no !== undefined)
    fields.push({ name: 'phoneNo', before: phone(row.phone_no), after: phone(change.phone_no) });
  if (change.email !== undefined) fields.push({ name: 'email', before: email(row.email), after: email(change.email) });
  if (change.login_name !== undefined)
    fields.push({ name: 'loginName', before: row.login_name, after: change.login_name });
  if (change.merge_into !== undefined) fields.push({ name: 'mergeInto', before: null, after: change.merge_into });
  // Neither the password nor its hash is shown.
  if (change.password_hash !== undefined) fields.push({ name: 'password', before: null, after: '••••••' });
  return fields;
}

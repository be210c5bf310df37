import type { GiftRecipient } from '#shared/contract/product-desk';
import { isPhone, maskPhone, normalizePhone } from '#shared/domain/phone';
import type { Db } from '../../base/store.ts';
import { accountsById, accountsByPhone } from './gift.repository.ts';

/** Accounts for a list of phone numbers and ids; one line for each entry, in its order. */
export async function readGiftList(
  db: Db,
  { phones, ids }: { phones: readonly string[]; ids: readonly string[] },
  ofStaffAmong: (db: Db, accountIds: readonly string[]) => Promise<Set<string>>,
): Promise<GiftRecipient[]> {
  const numbers = phones.map(normalizePhone);
  const byPhone = new Map(
    (await accountsByPhone(db, [...new Set(numbers.filter(isPhone))])).map((row) => [row.phone_no ?? '', row]),
  );
  const byId = new Map((await accountsById(db, [...new Set(ids)])).map((row) => [row.id, row]));
  const met = new Set<string>();
  const ofStaff = await ofStaffAmong(
    db,
    [...byPhone.values(), ...byId.values()].map(({ id }) => id),
  );
  const given = [
    ...phones.map((phone, index) => {
      const number = numbers[index] ?? '';
      return { given: isPhone(number) ? maskPhone(number) : phone, isPhone: true, row: byPhone.get(number) };
    }),
    ...ids.map((id) => ({ given: id, isPhone: false, row: byId.get(id) })),
  ];
  return given.map(({ given: shown, isPhone: isNumber, row }): GiftRecipient => {
    const line = { given: shown, accountId: row?.id ?? null, nickName: row?.nick_name ?? '' };
    if (!row) return { ...line, state: isNumber && !shown.includes('*') ? 'malformed' : 'unknown' };
    if (row.deleted_at !== null) return { ...line, state: 'unknown', accountId: null, nickName: '' };
    if (met.has(row.id)) return { ...line, state: 'double' };
    met.add(row.id);
    return { ...line, state: ofStaff.has(row.id) ? 'staff' : 'ok' };
  });
}

import type { CustomRequest, customNeeds } from '#shared/contract/order';
import type { StaffCustomRequest } from '#shared/contract/order-desk-rows';
import { maskPhone } from '#shared/domain/phone';
import { dayKey, hour } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { Ids } from '../../../ids.ts';
import type { RequestFacts, StaffCaller, UserCaller } from '../../base/caller.ts';
import type { ConsoleList } from '../../base/console-list.ts';
import { createCounter, limitHit, networkOf, tooOften } from '../../base/limits.ts';
import type { Db, Store } from '../../base/store.ts';
import type { AuthService } from '../../identity/auth/auth.service.ts';
import type { AuditService } from '../../records/audit/audit.service.ts';
import type { ChangeSets } from '../../records/audit/change-sets.service.ts';
import * as requests from './custom-request.repository.ts';

export interface CustomRequestDeps {
  store: Store;
  clock: Clock;
  ids: Ids;
  auth: Pick<AuthService, 'consumeCode'>;
  audit: AuditService;
  changeSets: ChangeSets;
}

export interface CustomRequestDraft {
  company: string;
  contact: string;
  phoneNo: string;
  need: (typeof customNeeds)[number];
  seats: number;
  budget: string;
  note: string;
  verifyCode: string;
}

export type CustomRequestService = ReturnType<typeof createCustomRequestService>;

export const customRequestList: ConsoleList<StaffCustomRequest> = {
  source: requests.requestSource,
  rows: async (db, ids) => (await requests.customRequests(db, ids)).map(toStaffRequest),
  idOf: ({ id }) => id,
};

const phoneLimit = { windowMs: 24 * hour, most: 5 };
const addressLimit = { windowMs: hour, most: 20 };

/** What companies ask for beyond the shelf: anybody may ask with a phone that is proved, and follow it by its number. */
export function createCustomRequestService({ store, clock, ids, auth, audit, changeSets }: CustomRequestDeps) {
  const { db, transact } = store;
  const lookups = createCounter({ store, clock, ...addressLimit });

  /** `CG20261122` and six digits that nobody can guess. */
  const newReceiptNo = () =>
    `CG${dayKey(clock.now()).replaceAll('-', '')}${String(ids.number(1_000_000)).padStart(6, '0')}`;

  async function mustFind(handle: Db, id: string): Promise<requests.CustomRequestRow> {
    const row = await requests.findRequest(handle, id);
    if (!row) throw new ProductError('custom.not_found');
    return row;
  }

  changeSets.register('custom', {
    now: async (tx, id) => stateOf(toStaffRequest(await mustFind(tx, id))),
    async revert(tx, { id, before }) {
      const { status, staffNote } = before as ReturnType<typeof stateOf>;
      await requests.updateRequest(tx, id, { status, staff_note: staffNote, updated_at: clock.now() });
    },
  });

  return {
    /** Throws `code.*` when the phone is not proved, `request.too_often`. */
    async submit(caller: UserCaller | null, draft: CustomRequestDraft): Promise<CustomRequest> {
      const { verifyCode, phoneNo, company, contact, need, seats, budget, note } = draft;
      await auth.consumeCode(phoneNo, verifyCode);
      return transact(async (tx) => {
        const now = clock.now();
        const times = await requests.requestTimes(tx, phoneNo, now - phoneLimit.windowMs);
        const hit = limitHit([phoneLimit], times, now);
        if (hit) throw tooOften(hit.seconds);
        const row = {
          ...{ id: ids.next('custom'), receipt_no: newReceiptNo(), account_id: caller?.accountId ?? null },
          ...{ company, contact, phone_no: phoneNo, need, seats, budget, note, staff_note: '' },
          ...{ status: 'received' as const, created_at: now, updated_at: now },
        };
        while (!(await requests.insertRequest(tx, row))) row.receipt_no = newReceiptNo();
        return toCustomRequest(row);
      });
    },

    /** Throws `custom.not_found` unless number and phone belong together, `request.too_often`. */
    async status(receiptNo: string, phoneNo: string, { address }: RequestFacts): Promise<CustomRequest> {
      lookups.count(networkOf(address));
      const row = await requests.findByReceipt(db, receiptNo.toUpperCase());
      if (row?.phone_no !== phoneNo) throw new ProductError('custom.not_found');
      return toCustomRequest(row);
    },

    /** The whole number, for the one who calls the customer; the audit row names the reason. */
    async revealPhone(caller: StaffCaller, id: string, reason: string, facts: RequestFacts): Promise<string> {
      return transact(async (tx) => {
        const { phone_no } = await mustFind(tx, id);
        await audit.record(tx, { caller, facts, action: 'custom.reveal_phone', subject: id, after: { reason } });
        return phone_no;
      });
    },

    async update(
      caller: StaffCaller,
      id: string,
      { status, staffNote }: { status?: CustomRequest['status'] | undefined; staffNote?: string | undefined },
      facts: RequestFacts,
    ): Promise<StaffCustomRequest> {
      return transact(async (tx) => {
        const before = toStaffRequest(await mustFind(tx, id));
        await requests.updateRequest(tx, id, {
          ...(status === undefined ? {} : { status }),
          ...(staffNote === undefined ? {} : { staff_note: staffNote }),
          updated_at: clock.now(),
        });
        const after = toStaffRequest(await mustFind(tx, id));
        await audit.record(tx, { caller, facts, action: 'custom.update', subject: id, before, after });
        const item = { resource: 'custom', id, before: stateOf(before), after: stateOf(after) };
        await changeSets.record(tx, { caller, facts, title: `跟进定制需求「${before.company}」`, items: [item] });
        return after;
      });
    },
  };
}

const stateOf = ({ status, staffNote }: StaffCustomRequest) => ({ status, staffNote });

function toCustomRequest(row: requests.CustomRequestRow): CustomRequest {
  return {
    receiptNo: row.receipt_no,
    company: row.company,
    need: row.need,
    seats: row.seats,
    status: row.status,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function toStaffRequest(row: requests.CustomRequestRow): StaffCustomRequest {
  return {
    ...toCustomRequest(row),
    id: row.id,
    need: row.need,
    contact: row.contact,
    phoneNo: maskPhone(row.phone_no),
    budget: row.budget,
    note: row.note,
    staffNote: row.staff_note,
  };
}

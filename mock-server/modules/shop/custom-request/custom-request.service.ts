import type { CustomRequest, customNeeds } from '#shared/contract/order';
import type { StaffCustomRequest } from '#shared/contract/order-desk-rows';
import { maskPhone } from '#shared/domain/phone';
import { dayKey, hour } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import type { Ids } from '../../../ids.ts';
import type { RequestFacts, StaffAct, StaffCaller, UserCaller } from '../../base/caller.ts';
import { createCounter, limitHit, networkOf, tooOften } from '../../base/limits.ts';
import type { Store } from '../../base/store.ts';
import type { AuthService } from '../../identity/auth/auth.service.ts';
import { type RecordKind, storedRows, titled } from '../../records/record-kit/record-kind.ts';
import { createRecordKit, type RecordDeps } from '../../records/record-kit/record-kit.ts';
import * as requests from './custom-request.repository.ts';

export interface CustomRequestDeps extends RecordDeps {
  store: Store;
  ids: Ids;
  auth: Pick<AuthService, 'consumeCode'>;
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

const requestKind: RecordKind<'custom_request', StaffCustomRequest, 'status' | 'staffNote', 'update'> = {
  resource: 'custom',
  source: requests.requestSource,
  columns: { status: 'status', staffNote: 'staff_note' },
  rows: async (db, ids) => (await storedRows(db, 'custom_request', ids)).map(toStaffRequest),
  missing: 'custom.not_found',
  titleOf: titled('定制需求', { update: '跟进' }, ({ company }) => company),
  isStamped: true,
};

const phoneLimit = { windowMs: 24 * hour, most: 5 };
const addressLimit = { windowMs: hour, most: 20 };

/**
 * Requests of companies for custom offers: anybody may make one with a verified phone number, and follow it by its
 * receipt number.
 */
export function createCustomRequestService(deps: CustomRequestDeps) {
  const { store, clock, ids, auth, audit } = deps;
  const { db, transact } = store;
  const kit = createRecordKit(deps, requestKind);
  const lookups = createCounter({ store, clock, ...addressLimit });

  /** `CG20261122` and six digits that nobody can guess. */
  const newReceiptNo = () =>
    `CG${dayKey(clock.now()).replaceAll('-', '')}${String(ids.number(1_000_000)).padStart(6, '0')}`;

  return {
    list: kit.list,

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
        const [row] = await storedRows(tx, 'custom_request', [id]);
        if (!row) throw new ProductError('custom.not_found');
        await audit.record(tx, { caller, facts, action: 'custom.reveal_phone', subject: id, after: { reason } });
        return row.phone_no;
      });
    },

    update: (
      act: StaffAct,
      id: string,
      fields: { status?: CustomRequest['status'] | undefined; staffNote?: string | undefined },
    ): Promise<StaffCustomRequest> => transact((tx) => kit.change(tx, act, id, { fields })),
  };
}

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

import type { FoundRecord } from '#shared/contract/search-desk';
import { formatDateTime, formatMoney } from '#shared/domain/format';
import { orderStatusLabels } from '#shared/domain/order-status';
import { maskPhone } from '#shared/domain/phone';
import { mayStaff } from '#shared/domain/staff-permissions';
import { foldCode } from '#shared/domain/typed';
import { toolById } from '#shared/tools/registry';
import { type StaffCaller, sightOf } from '../../base/caller.ts';
import type { LeadsTo } from '../../base/console-list.ts';
import type { Store } from '../../base/store.ts';
import * as records from './search.repository.ts';

const mostOfAKind = 5;
/** Numbers of orders and ids of tasks are searched for from so many characters on. */
const leastOfNumber = 6;

export type SearchService = ReturnType<typeof createSearchService>;

/** Finds records of several kinds by what names them, as far as somebody may see them. */
export function createSearchService({ store: { db }, leadsTo }: { store: Store; leadsTo: LeadsTo }) {
  async function people(caller: StaffCaller, typed: string): Promise<FoundRecord[]> {
    const sight = { ...sightOf(caller), leads: await leadsTo(typed) };
    const rows = await records.findPeople(db, typed, sight, mostOfAKind);
    return rows.map(({ id, nick_name, phone_no, login_name, deleted_at }) => ({
      resource: 'accounts',
      id,
      title: nick_name || login_name || id,
      note: [phone_no ? maskPhone(phone_no) : (login_name ?? ''), deleted_at === null ? '' : '已删除']
        .filter((part) => part !== '')
        .join(' · '),
    }));
  }

  async function orders(typed: string): Promise<FoundRecord[]> {
    const rows = await records.findOrders(db, typed, mostOfAKind);
    return rows.map(({ id, order_no, status, amount }) => ({
      resource: 'orders',
      id,
      title: order_no,
      note: `${orderStatusLabels[status]} · ${formatMoney(amount)}`,
    }));
  }

  async function tasks(typed: string): Promise<FoundRecord[]> {
    const rows = await records.findTasks(db, typed, mostOfAKind);
    return rows.map(({ id, tool, created_at }) => ({
      resource: 'tasks',
      id,
      title: toolById(tool)?.title ?? tool,
      note: `${id.slice(0, 12)}… · ${formatDateTime(created_at)}`,
    }));
  }

  return {
    async find(caller: StaffCaller, given: string): Promise<FoundRecord[]> {
      const typed = foldCode(given);
      const isNumber = typed.length >= leastOfNumber && /^\w+$/.test(typed);
      const may = (permission: Parameters<typeof mayStaff>[1]) => mayStaff(caller.role, permission);
      const found = await Promise.all([
        may('account.read') ? people(caller, given) : [],
        isNumber && may('order.read') ? orders(typed) : [],
        isNumber && may('task.read') ? tasks(typed) : [],
      ]);
      return found.flat();
    },
  };
}

import type { StaffView } from '#shared/contract/view-desk';
import type { StaffRole } from '#shared/domain/staff-permissions';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { Ids } from '../../../ids.ts';
import type { RequestFacts, StaffCaller } from '../../base/caller.ts';
import type { ConsoleList } from '../../base/console-list.ts';
import type { Db, Store } from '../../base/store.ts';
import type { AuditService } from '../audit/audit.service.ts';
import * as views from './view.repository.ts';

export interface ViewDeps {
  store: Store;
  clock: Clock;
  ids: Ids;
  audit: AuditService;
}

interface ViewDraft {
  resource: string;
  name: string;
  scope: StaffView['scope'];
  role: StaffRole | null;
  query: string;
  layout: StaffView['layout'];
  isDefault: boolean;
}

interface ViewPatch extends Partial<{ [K in 'name' | 'query' | 'layout' | 'isDefault']: ViewDraft[K] | undefined }> {
  version: number;
}

/** A person has so many at most. */
const mostViews = 200;

export type ViewService = ReturnType<typeof createViewService>;

/** Lists under a name. One's own are changed by oneself, those of a role by administrators. */
export function createViewService({ store, clock, ids, audit }: ViewDeps) {
  const { db, transact } = store;

  async function mayChange(handle: Db, caller: StaffCaller, id: string): Promise<views.ViewRow> {
    const [row] = await views.findViews(handle, [id]);
    if (!row || !isSeen(row, caller)) throw new ProductError('view.not_found');
    if (row.audience === 'role' && caller.role !== 'admin') throw new ProductError('auth.forbidden');
    return row;
  }

  async function settled(tx: Db, id: string): Promise<StaffView> {
    const [row] = await views.findViews(tx, [id]);
    if (!row) throw new Error(`view ${id} is gone within its transaction`);
    if (row.is_default === 1) await views.clearDefaults(tx, row);
    return shown(row);
  }

  return {
    listFor: viewsOf,

    async one(caller: StaffCaller, id: string): Promise<StaffView> {
      const [row] = await views.findViews(db, [id]);
      if (!row || !isSeen(row, caller)) throw new ProductError('view.not_found');
      return shown(row);
    },

    async create(caller: StaffCaller, draft: ViewDraft, facts: RequestFacts): Promise<StaffView> {
      const isOfRole = draft.scope === 'role';
      if (isOfRole && caller.role !== 'admin') throw new ProductError('auth.forbidden');
      if (isOfRole && draft.role === null)
        throw new ProductError('request.invalid', { fields: { role: ['请选择角色'] } });
      const id = ids.next('view');
      return transact(async (tx) => {
        if ((await views.countViews(tx, caller.accountId)) >= mostViews)
          throw new ProductError('view.too_many', { fill: { most: mostViews } });
        const now = clock.now();
        await views.insertView(tx, {
          id,
          owner_id: caller.accountId,
          resource: draft.resource,
          name: draft.name,
          audience: draft.scope,
          staff_role: isOfRole ? draft.role : null,
          asked: draft.query,
          layout: draft.layout && JSON.stringify(draft.layout),
          is_default: draft.isDefault ? 1 : 0,
          created_at: now,
          updated_at: now,
        });
        const after = await settled(tx, id);
        await audit.record(tx, { caller, facts, action: 'view.create', subject: id, after });
        return after;
      });
    },

    async update(caller: StaffCaller, id: string, patch: ViewPatch, facts: RequestFacts): Promise<StaffView> {
      return transact(async (tx) => {
        const before = shown(await mayChange(tx, caller, id));
        const { name, query, layout, isDefault, version } = patch;
        const isChanged = await views.updateView(tx, id, version, {
          ...(name === undefined ? {} : { name }),
          ...(query === undefined ? {} : { asked: query }),
          ...(layout === undefined ? {} : { layout: layout && JSON.stringify(layout) }),
          ...(isDefault === undefined ? {} : { is_default: isDefault ? (1 as const) : (0 as const) }),
          updated_at: clock.now(),
        });
        if (!isChanged) throw new ProductError('view.changed_meanwhile', { beside: { current: before } });
        const after = await settled(tx, id);
        await audit.record(tx, { caller, facts, action: 'view.update', subject: id, before, after });
        return after;
      });
    },

    async remove(caller: StaffCaller, id: string, facts: RequestFacts): Promise<StaffView> {
      return transact(async (tx) => {
        const before = shown(await mayChange(tx, caller, id));
        await views.removeView(tx, id);
        await audit.record(tx, { caller, facts, action: 'view.delete', subject: id, before });
        return before;
      });
    },
  };
}

function isSeen({ audience, owner_id, staff_role }: views.ViewRow, { accountId, role }: StaffCaller): boolean {
  return audience === 'own' ? owner_id === accountId : role === 'admin' || staff_role === role;
}

/** The list of views that a member of staff sees. */
function viewsOf({ accountId, role }: StaffCaller): ConsoleList<StaffView> {
  return {
    source: views.viewSource(role, accountId),
    rows: async (handle, wanted) => (await views.findViews(handle, wanted)).map(shown),
    idOf: ({ id }) => id,
  };
}

function shown(row: views.ViewRow): StaffView {
  return {
    id: row.id,
    resource: row.resource,
    name: row.name,
    scope: row.audience,
    role: row.staff_role,
    query: row.asked,
    layout: row.layout === null ? null : (JSON.parse(row.layout) as StaffView['layout']),
    isDefault: row.is_default === 1,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

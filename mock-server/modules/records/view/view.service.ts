import type { StaffView } from '#shared/contract/view-desk';
import type { StaffRole } from '#shared/domain/staff-permissions';
import { ProductError } from '#shared/errors';
import type { Ids } from '../../../ids.ts';
import { withDeps } from '../../../with-deps.ts';
import type { StaffAct, StaffCaller } from '../../base/caller.ts';
import type { ConsoleList } from '../../base/console-list.ts';
import { inTransactions } from '../../base/in-transactions.ts';
import type { Db, Store } from '../../base/store.ts';
import { type RecordKind, storedRows } from '../record-kit/record-kind.ts';
import { createRecordKit, type RecordDeps, type RecordKit } from '../record-kit/record-kit.ts';
import * as views from './view.repository.ts';

export interface ViewDeps extends RecordDeps {
  store: Store;
  ids: Ids;
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

type ViewPatch = { [K in 'name' | 'query' | 'layout' | 'isDefault']?: ViewDraft[K] | undefined } & { version: number };

/** A view with whose it is. */
type OwnedView = StaffView & { ownerId: string };
type Field = 'name' | 'query' | 'layout' | 'isDefault';
type Verb = 'create' | 'update' | 'delete';

const viewKind: RecordKind<'staff_view', OwnedView, Field, Verb> = {
  resource: 'view',
  source: { table: 'staff_view', columns: {} },
  columns: { name: 'name', query: 'asked', layout: 'layout', isDefault: 'is_default' },
  rows: async (db, ids) => (await storedRows(db, 'staff_view', ids)).map(owned),
  missing: 'view.not_found',
  stale: 'view.changed_meanwhile',
  current: shown,
  titleOf: () => '',
  audited: shown,
  isStamped: true,
  undo: 'none',
};

/** A person has so many at most. */
const mostViews = 200;

export type ViewService = ReturnType<typeof createViewService>;

/** Lists under a name. One's own are changed by oneself, those of a role by administrators. */
export function createViewService(deps: ViewDeps) {
  const { store } = deps;
  const parts: ViewParts = { ...deps, kit: createRecordKit(deps, viewKind) };
  return {
    listFor: viewsOf,
    one: async (caller: StaffCaller, id: string): Promise<StaffView> => shown(await seen(parts, store.db, caller, id)),
    ...inTransactions(store, withDeps(parts, { create, update, remove })),
  };
}

interface ViewParts extends ViewDeps {
  kit: RecordKit<'staff_view', OwnedView, Pick<OwnedView, Field>, Verb>;
}

/** Throws `auth.forbidden`, `request.invalid`, `view.too_many`. */
async function create({ kit, ids, clock }: ViewParts, tx: Db, act: StaffAct, draft: ViewDraft): Promise<StaffView> {
  const { accountId, role } = act.caller;
  const isOfRole = draft.scope === 'role';
  if (isOfRole && role !== 'admin') throw new ProductError('auth.forbidden');
  if (isOfRole && draft.role === null) throw new ProductError('request.invalid', { fields: { role: ['请选择角色'] } });
  const id = ids.next('view');
  if ((await views.countViews(tx, accountId)) >= mostViews)
    throw new ProductError('view.too_many', { fill: { most: mostViews } });
  const { name, query, layout, isDefault, resource } = draft;
  await kit.insert(
    tx,
    { name, query, layout, isDefault },
    {
      ...{ id, owner_id: accountId, resource, audience: draft.scope, staff_role: isOfRole ? draft.role : null },
      created_at: clock.now(),
    },
  );
  const after = await settled(kit, tx, id);
  await kit.audit(tx, act, 'create', { after });
  return shown(after);
}

/** Throws `view.not_found`, `auth.forbidden`, `view.changed_meanwhile`. */
async function update(parts: ViewParts, tx: Db, act: StaffAct, id: string, patch: ViewPatch) {
  const { kit } = parts;
  const { version, ...fields } = patch;
  const before = await mayChange(parts, tx, act.caller, id);
  await kit.takeVersion(tx, before, version);
  await kit.write(tx, id, fields);
  const after = await settled(kit, tx, id);
  await kit.audit(tx, act, 'update', { before, after });
  return shown(after);
}

/** Throws `view.not_found`, `auth.forbidden`. */
async function remove(parts: ViewParts, tx: Db, act: StaffAct, id: string): Promise<StaffView> {
  const before = await mayChange(parts, tx, act.caller, id);
  await views.removeView(tx, id);
  await parts.kit.audit(tx, act, 'delete', { before });
  return shown(before);
}

async function seen({ kit }: ViewParts, handle: Db, caller: StaffCaller, id: string): Promise<OwnedView> {
  const view = await kit.mustFind(handle, id);
  if (!isSeen(view, caller)) throw new ProductError('view.not_found');
  return view;
}

async function mayChange(parts: ViewParts, tx: Db, caller: StaffCaller, id: string): Promise<OwnedView> {
  const view = await seen(parts, tx, caller, id);
  if (view.scope === 'role' && caller.role !== 'admin') throw new ProductError('auth.forbidden');
  return view;
}

/** A view that was written; the others of its list open no longer by themselves where it does. */
async function settled(kit: ViewParts['kit'], tx: Db, id: string): Promise<OwnedView> {
  const view = await kit.mustFind(tx, id);
  if (view.isDefault) await views.clearDefaults(tx, view);
  return view;
}

function isSeen({ scope, ownerId, role: ofRole }: OwnedView, { accountId, role }: StaffCaller): boolean {
  return scope === 'own' ? ownerId === accountId : role === 'admin' || ofRole === role;
}

/** The list of views that a member of staff sees. */
function viewsOf({ accountId, role }: StaffCaller): ConsoleList<StaffView> {
  return {
    source: views.viewSource(role, accountId),
    rows: async (handle, ids) => (await storedRows(handle, 'staff_view', ids)).map((row) => shown(owned(row))),
    idOf: ({ id }) => id,
  };
}

function owned(row: views.ViewRow): OwnedView {
  return {
    id: row.id,
    ownerId: row.owner_id,
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

function shown({ ownerId: _ownerId, ...view }: OwnedView): StaffView {
  return view;
}

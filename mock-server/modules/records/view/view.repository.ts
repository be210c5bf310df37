import type { Selectable } from 'kysely';
import type { StaffView } from '#shared/contract/view-desk';
import type { StaffRole } from '#shared/domain/staff-permissions';
import type { ListSource } from '../../../db/list.ts';
import type { Schema } from '../../../db/schema.ts';
import type { StaffViewTable } from '../../../db/schema-view.ts';
import type { Db } from '../../base/store.ts';

export type ViewRow = Selectable<StaffViewTable>;

/** Views that somebody sees: the own ones, and those of the role; administrators those of all roles. */
export function viewSource(role: StaffRole, accountId: string): ListSource<keyof Schema & string> {
  const source: ListSource<'staff_view'> = {
    table: 'staff_view',
    columns: { id: 'id', resource: 'resource', name: 'name', scope: 'audience', createdAt: 'created_at' },
    scope: (query) =>
      query.or([
        query.and([query('audience', '=', 'own'), query('owner_id', '=', accountId)]),
        role === 'admin'
          ? query('audience', '=', 'role')
          : query.and([query('audience', '=', 'role'), query('staff_role', '=', role)]),
      ]),
  };
  return source as unknown as ListSource<keyof Schema & string>;
}

export async function countViews(db: Db, ownerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('staff_view')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function removeView(db: Db, id: string): Promise<void> {
  await db.deleteFrom('staff_view').where('id', '=', id).execute();
}

/** The other views of the same person or role and list open no longer by themselves. */
export async function clearDefaults(
  db: Db,
  {
    id,
    resource,
    scope,
    ownerId,
    role,
  }: { id: string; resource: string; ownerId: string } & Pick<StaffView, 'scope' | 'role'>,
): Promise<void> {
  const others = db
    .updateTable('staff_view')
    .set({ is_default: 0 })
    .where('id', '!=', id)
    .where('resource', '=', resource)
    .where('audience', '=', scope);
  await (scope === 'own' ? others.where('owner_id', '=', ownerId) : others.where('staff_role', '=', role)).execute();
}

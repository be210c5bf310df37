import type { Generated } from 'kysely';
import type { StaffRole } from '#shared/domain/staff-permissions';

export interface StaffViewTable {
  id: string;
  /** Member of staff who made it. */
  owner_id: string;
  resource: string;
  name: string;
  audience: 'own' | 'role';
  /** Of a view of a role. */
  staff_role: StaffRole | null;
  /** The words of the address. */
  asked: string;
  /** JSON; null for the list's own. */
  layout: string | null;
  is_default: 0 | 1;
  version: Generated<number>;
  created_at: number;
  updated_at: number;
}

export interface ViewTables {
  staff_view: StaffViewTable;
}

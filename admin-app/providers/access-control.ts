import type { AccessControlProvider } from '@refinedev/core';
import type { StaffPermission } from '#shared/domain/staff-permissions';
import { staffSession } from './staff-session.ts';

/** Which permission an action needs. What is not listed is not allowed; the server decides again in any case. */
const needed: Record<string, Record<string, StaffPermission>> = {
  account: {
    list: 'account.read',
    show: 'account.read',
    create: 'account.write',
    edit: 'account.write',
    editStaff: 'staff.write',
    revealPhone: 'account.reveal_phone',
    delete: 'account.delete',
    deleteStaff: 'staff.write',
  },
  tasks: { list: 'task.read' },
  tickets: { list: 'ticket.read' },
};

export const accessControlProvider: AccessControlProvider = {
  can: async ({ resource, action }) => {
    const permission = needed[resource ?? '']?.[action];
    const staff = await staffSession.current();
    const can = permission !== undefined && (staff?.permissions.includes(permission) ?? false);
    return can ? { can } : { can, reason: '没有权限进行此操作' };
  },
  // Answers come from memory, and a changed role must show at once.
  options: { buttons: { hideIfUnauthorized: true }, queryOptions: { staleTime: 0, gcTime: 0 } },
};

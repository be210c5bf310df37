import type { AccessControlProvider } from '@refinedev/core';
import type { StaffInfo } from '#shared/contract/staff';
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
  tickets: { list: 'ticket.read', give: 'ticket.give' },
  products: { list: 'product.read', show: 'product.read', create: 'product.write', edit: 'product.write' },
  plans: { list: 'product.read', edit: 'product.write' },
  orders: { list: 'order.read', show: 'order.read', edit: 'order.write', refund: 'refund.write' },
  refunds: { list: 'order.read', show: 'order.read', edit: 'refund.write' },
  invoices: { list: 'order.read', show: 'order.read', edit: 'invoice.write' },
  paymentDifferences: { list: 'order.read', show: 'order.read', edit: 'order.write' },
  redeemBatches: { list: 'redeem.read', create: 'redeem.write', edit: 'redeem.write', export: 'redeem.write' },
  customRequests: { list: 'custom.read', show: 'custom.read', edit: 'custom.write', revealPhone: 'custom.write' },
};

/** The same question for somebody known already, answered at once. */
export function mayAct({ permissions }: Pick<StaffInfo, 'permissions'>, resource: string, action: string): boolean {
  const permission = needed[resource]?.[action];
  return permission !== undefined && permissions.includes(permission);
}

export const accessControlProvider: AccessControlProvider = {
  can: async ({ resource, action }) => {
    const staff = await staffSession.current();
    const can = staff !== null && mayAct(staff, resource ?? '', action);
    return can ? { can } : { can, reason: '没有权限进行此操作' };
  },
  // Answers come from memory, and a changed role must show at once.
  options: { buttons: { hideIfUnauthorized: true }, queryOptions: { staleTime: 0, gcTime: 0 } },
};

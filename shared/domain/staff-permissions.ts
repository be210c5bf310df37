/** Staff roles and what each may do: one matrix, enforced by the server and read by the console. */
export const staffRoles = ['admin', 'operator', 'support', 'finance', 'reviewer', 'viewer'] as const;
export type StaffRole = (typeof staffRoles)[number];

export const staffRoleLabels: Record<StaffRole, string> = {
  admin: '超级管理员',
  operator: '运营',
  support: '客服',
  finance: '财务',
  reviewer: '审核',
  viewer: '只读',
};

export const staffPermissions = [
  'account.read',
  'account.write',
  'account.delete',
  'account.reveal_phone',
  'staff.write',
  'task.read',
  'ticket.read',
  'ticket.give',
  'product.read',
  'product.write',
  'order.read',
  'order.write',
  'refund.write',
  'invoice.write',
  'redeem.read',
  'redeem.write',
  'custom.read',
  'custom.write',
  'gallery.read',
  'gallery.review',
] as const;
export type StaffPermission = (typeof staffPermissions)[number];

const sales = ['product.read', 'order.read', 'redeem.read', 'custom.read'] as const;

const matrix: Record<StaffRole, readonly StaffPermission[]> = {
  admin: staffPermissions,
  operator: [
    'account.read',
    'account.write',
    'account.delete',
    'account.reveal_phone',
    'task.read',
    'ticket.read',
    'ticket.give',
    ...sales,
    'product.write',
    'redeem.write',
    'custom.write',
    'gallery.read',
    'gallery.review',
  ],
  support: [
    'account.read',
    'account.write',
    'account.reveal_phone',
    'task.read',
    'ticket.read',
    'ticket.give',
    ...sales,
    'order.write',
    'custom.write',
    'gallery.read',
  ],
  finance: ['account.read', 'ticket.read', ...sales, 'order.write', 'refund.write', 'invoice.write'],
  reviewer: ['account.read', 'task.read', 'gallery.read', 'gallery.review'],
  viewer: ['account.read', 'task.read', 'ticket.read', ...sales, 'gallery.read'],
};

export function permissionsOf(role: StaffRole): readonly StaffPermission[] {
  return matrix[role];
}

export function mayStaff(role: StaffRole, permission: StaffPermission): boolean {
  return matrix[role].includes(permission);
}

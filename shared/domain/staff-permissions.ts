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
] as const;
export type StaffPermission = (typeof staffPermissions)[number];

const matrix: Record<StaffRole, readonly StaffPermission[]> = {
  admin: staffPermissions,
  operator: ['account.read', 'account.write', 'account.delete', 'account.reveal_phone', 'task.read', 'ticket.read'],
  support: ['account.read', 'account.write', 'account.reveal_phone', 'task.read', 'ticket.read'],
  finance: ['account.read', 'ticket.read'],
  reviewer: ['account.read', 'task.read'],
  viewer: ['account.read', 'task.read', 'ticket.read'],
};

export function permissionsOf(role: StaffRole): readonly StaffPermission[] {
  return matrix[role];
}

export function mayStaff(role: StaffRole, permission: StaffPermission): boolean {
  return matrix[role].includes(permission);
}

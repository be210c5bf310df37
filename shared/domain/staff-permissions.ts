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
  /** Accounts and what they own. */
  'account.read',
  /** Names and other things that open no door. */
  'account.write',
  'account.ban',
  'account.delete',
  'account.reveal_phone',
  /** Phone, login name, e-mail address and password. */
  'account.credentials',
  'account.grant_plan',
  /** Notes of staff on an account, for each other. */
  'account.note',
  /** To make one account of two. */
  'account.merge',
  /** All that is known of somebody as a file, and its deletion on request. */
  'account.privacy',
  /** To see the product as a customer sees it, for a quarter of an hour and without changing anything. */
  'account.impersonate',

  'staff.read',
  'staff.write',
  'task.read',
  'task.write',
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
  'category.read',
  'category.write',
  /** Materials, hot words, notices, agreements. */
  'content.read',
  'content.write',
  'setting.read',
  'setting.write',
  /** Models, engines and the queue. */
  'engine.read',
  'engine.write',
  /** Dashboard and tracking report. */
  'report.read',
  'audit.read',
  'record.export',
] as const;
export type StaffPermission = (typeof staffPermissions)[number];

const sales = ['product.read', 'order.read', 'redeem.read', 'custom.read'] as const;
const catalogue = ['category.read', 'content.read'] as const;

const matrix: Record<StaffRole, readonly StaffPermission[]> = {
  admin: staffPermissions,
  operator: [
    'account.read',
    'account.write',
    'account.ban',
    'account.delete',
    'account.reveal_phone',
    'account.credentials',
    'account.grant_plan',
    'account.merge',
    'account.note',
    'account.impersonate',
    'task.read',
    'task.write',
    'ticket.read',
    'ticket.give',
    ...sales,
    ...catalogue,
    'product.write',
    'redeem.write',
    'custom.write',
    'gallery.read',
    'gallery.review',
    'category.write',
    'content.write',
    'setting.read',
    'engine.read',
    'engine.write',
    'report.read',
    'audit.read',
    'record.export',
  ],
  support: [
    'account.read',
    'account.write',
    'account.ban',
    'account.reveal_phone',
    'account.credentials',
    'account.note',
    'account.impersonate',
    'task.read',
    'task.write',
    'ticket.read',
    'ticket.give',
    ...sales,
    ...catalogue,
    'order.write',
    'custom.write',
    'gallery.read',
    'engine.read',
  ],
  finance: [
    'account.read',
    'account.note',
    'ticket.read',
    ...sales,
    'order.write',
    'refund.write',
    'invoice.write',
    'report.read',
    'record.export',
  ],
  reviewer: ['account.read', 'account.note', 'task.read', 'gallery.read', 'gallery.review', ...catalogue],
  viewer: [
    'account.read',
    'task.read',
    'ticket.read',
    ...sales,
    ...catalogue,
    'gallery.read',
    'engine.read',
    'report.read',
  ],
};

export function permissionsOf(role: StaffRole): readonly StaffPermission[] {
  return matrix[role];
}

export function mayStaff(role: StaffRole, permission: StaffPermission): boolean {
  return matrix[role].includes(permission);
}

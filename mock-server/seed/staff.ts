import type { StaffRole } from '#shared/domain/staff-permissions';

/** Login name of the administrator that every first start makes. */
export const firstAdmin = 'admin';

/** Staff that a first start in local mode adds, one of each role. */
export const exampleStaff: ReadonlyArray<{ loginName: string; nickName: string; role: StaffRole }> = [
  { loginName: 'operator', nickName: '运营', role: 'operator' },
  { loginName: 'support', nickName: '客服', role: 'support' },
  { loginName: 'finance', nickName: '财务', role: 'finance' },
  { loginName: 'reviewer', nickName: '审核', role: 'reviewer' },
  { loginName: 'viewer', nickName: '只读', role: 'viewer' },
];

/** Returns true when an account of this login name is one that first starts make. */
export function isSeededStaff(loginName: string): boolean {
  return loginName === firstAdmin || exampleStaff.some((member) => member.loginName === loginName);
}

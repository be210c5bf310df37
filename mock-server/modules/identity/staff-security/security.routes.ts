import type { staffDeskContract } from '#shared/contract/staff-desk';
import type { Handlers } from '../../../http/mount.ts';
import type { RoleService } from './role.service.ts';
import type { StaffSecurityService } from './security.service.ts';

export function staffSecurityRoutes(
  service: StaffSecurityService,
  roles: RoleService,
): Omit<Handlers<typeof staffDeskContract>, 'staffRoleList'> {
  return {
    mySecurity: ({ caller }) => service.security(caller.accountId),
    startFactor: ({ caller, input }) => service.startFactor(caller, input.password),
    confirmFactor: ({ caller, input, facts }) => service.confirmFactor(caller, input.totpCode, facts),
    removeFactor: ({ caller, input, facts }) => service.removeFactor(caller, input, facts),
    newRecoveryCodes: ({ caller, input, facts }) => service.newRecoveryCodes(caller, input.totpCode, facts),
    changeOwnPassword: ({ caller, input, facts }) => service.changePassword(caller, input, facts),
    mySessions: async ({ caller }) => service.sessions(caller.accountId, caller.sessionHash),
    endMySession: ({ caller, params, facts }) => service.endMySession(caller, params.id, facts),
    endMyOtherSessions: ({ caller, facts }) => service.endMyOtherSessions(caller, facts),
    staffSessions: async ({ caller, params }) => {
      await service.security(params.id);
      return service.sessions(params.id, caller.sessionHash);
    },
    staffSecurity: ({ params }) => service.security(params.id),
    endStaffSessions: ({ caller, params, input, facts }) =>
      service.endStaffSessions(caller, params.id, input.reason, facts),
    resetStaffFactor: ({ caller, params, input, facts }) => service.resetFactor(caller, params.id, input.reason, facts),
    requireNewPassword: ({ caller, params, input, facts }) =>
      service.requireNewPassword(caller, params.id, input.reason, facts),
    updateStaffRole: ({ caller, params, input, facts }) => roles.update(caller, params.id, input, facts),
  };
}

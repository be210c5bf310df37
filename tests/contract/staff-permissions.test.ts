import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mayStaff, type StaffRole, staffPermissions, staffRoles } from '#shared/domain/staff-permissions';
import { startTestServer, type TestServer } from '../support/server.ts';
import { reasonOf } from '../support/server-answers.ts';
import { calls, makeCall, sampleValues } from '../support/server-calls.ts';
import type { Visitor } from '../support/server-visitor.ts';

let server: TestServer;
let samples: ReturnType<typeof sampleValues>;
const staff = new Map<StaffRole, Visitor>();
beforeAll(async () => {
  server = await startTestServer();
  for (const role of staffRoles) staff.set(role, await server.staff(role));
  samples = sampleValues({ taskId: 'none', imageId: 'none', projectId: 'none', accountId: 'none' });
});
afterAll(() => server.close());

const ofStaff = calls.filter(([, spec]) => spec.access === 'staff' && spec.isBuilt);

describe('what a member of staff may do', () => {
  it.each(ofStaff)('%s is refused to every role without its permission, and to no other', async (name, spec) => {
    for (const role of staffRoles) {
      const answer = await makeCall(staff.get(role)!, spec, samples[name]);
      const isAllowed = spec.permission === null || mayStaff(role, spec.permission);
      expect([role, reasonOf(spec, answer) === 'auth.forbidden']).toEqual([role, !isAllowed]);
    }
  });

  it('stands with a call: no permission is given that nothing asks for', () => {
    const asked = new Set(ofStaff.map(([, spec]) => spec.permission));
    // Asked inside the calls of accounts, where the account is one of staff.
    asked.add('staff.write');
    expect(staffPermissions.filter((permission) => !asked.has(permission))).toEqual([]);
  });
});

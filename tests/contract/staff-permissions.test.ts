import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#shared/contract/endpoint';
import {
  mayStaff,
  type StaffPermission,
  type StaffRole,
  staffPermissions,
  staffRoles,
} from '#shared/domain/staff-permissions';
import { sampleValues } from '../support/sample-values.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { reasonOf } from '../support/server-answers.ts';
import { calls, makeCall } from '../support/server-calls.ts';
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

const ofStaff = calls.filter(([, spec]) => spec.access === 'staff');

/** Rights that calls ask for inside, beside their own: of bulk calls the one of the verb. */
const inside: Record<string, StaffPermission> = { revealAudit: 'audit.read', importRecords: 'content.write' };
function rightsOf(name: keyof typeof samples, spec: Endpoint): StaffPermission[] {
  const { verb } = samples[name];
  const ofVerb = 'verbs' in spec ? (spec.verbs as Record<string, StaffPermission>)[String(verb)] : undefined;
  return [spec.permission, ofVerb, inside[name]].filter((right) => right !== null && right !== undefined);
}

describe('what a member of staff may do', () => {
  it.each(ofStaff)('%s is refused to every role without its permission, and to no other', async (name, spec) => {
    for (const role of staffRoles) {
      const answer = await makeCall(staff.get(role)!, spec, samples[name]);
      const isAllowed = rightsOf(name, spec).every((right) => mayStaff(role, right));
      expect([role, reasonOf(spec, answer) === 'auth.forbidden']).toEqual([role, !isAllowed]);
    }
  });

  it('stands with a call: no permission is given that nothing asks for', () => {
    const asked = new Set(ofStaff.map(([, spec]) => spec.permission));
    // Asked inside the calls of accounts, where the account is one of staff.
    for (const right of ['staff.write', 'account.ban', 'account.grant_plan'] as const) asked.add(right);
    expect(staffPermissions.filter((permission) => !asked.has(permission))).toEqual([]);
  });
});

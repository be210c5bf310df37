import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { day } from '#shared/domain/time';
import { foundation } from '../../mock-server/db/migrations/0001-foundation.ts';
import { queueAndProjects } from '../../mock-server/db/migrations/0002-queue-and-projects.ts';
import { live } from '../../mock-server/db/migrations/0003-live.ts';
import { startOfStory, startTestServer } from '../support/server.ts';
import { createVisitor } from '../support/server-visitor.ts';

/** A data folder as the version before memberships were sold left it. */
async function olderData(): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'zhuhui-test-'));
  const old = new Database(path.join(dataDir, 'zhuhui.db'));
  old.exec('CREATE TABLE migration (name TEXT PRIMARY KEY, applied_at TEXT NOT NULL)');
  for (const [name, sql] of Object.entries({
    '0001-foundation': foundation,
    '0002-queue-and-projects': queueAndProjects,
    '0003-live': live,
  })) {
    old.exec(sql);
    old.prepare("INSERT INTO migration VALUES (?, '')").run(name);
  }
  const account = old.prepare(
    `INSERT INTO account (id, phone_no, nick_name, user_type, plan, plan_expires_at, invite_code, created_at, updated_at)
     VALUES (?, ?, '', ?, ?, ?, ?, ?, ?)`,
  );
  const made = startOfStory - 45 * day;
  account.run('endless', '13900000011', 2, 'pro', null, 'A', made, made);
  account.run('member', '13900000012', 2, 'basic', startOfStory + 45 * day, 'B', made, made);
  account.run('lapsed', '13900000013', 1, 'basic', startOfStory - day, 'C', made, made);
  account.run('visitor', '13900000014', 1, 'free', null, 'D', made, made);
  old
    .prepare("INSERT INTO sms_code (phone_no, address, code_hash, expires_at, created_at) VALUES (?, '', '', 1, 1)")
    .run('13900000014');
  old.close();
  return dataDir;
}

it('members of an older version keep their plans and get the tickets of their window', async () => {
  const server = await startTestServer({ dataDir: await olderData() });
  const facts = { requestId: '', address: '', userAgent: '', isSecure: false };
  const seen = async (accountId: string) => {
    const visitor = createVisitor(server.origin);
    visitor.cookies.set('sid', (await server.deps.auth.openTestSession(accountId, facts)).token);
    const { plan, expiresAt, nextGrantAt } = await visitor.api.membership();
    return { plan, expiresAt, nextGrantAt, normal: await visitor.api.totalTicket({ type: 1 }) };
  };
  try {
    await server.deps.tick();
    // The second window of 30 days began 15 days ago.
    const nextGrantAt = startOfStory + 15 * day;
    expect(await seen('endless')).toEqual({ plan: 'pro', expiresAt: null, nextGrantAt, normal: 350 });
    expect(await seen('member')).toEqual({
      plan: 'basic',
      expiresAt: startOfStory + 45 * day,
      nextGrantAt,
      normal: 120,
    });
    expect(await seen('lapsed')).toEqual({ plan: 'free', expiresAt: null, nextGrantAt: null, normal: 3 });
    expect(await seen('visitor')).toEqual({ plan: 'free', expiresAt: null, nextGrantAt: null, normal: 3 });
    expect(await server.faults()).toEqual([]);
  } finally {
    await server.close();
  }
});

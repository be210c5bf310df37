import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { refusedStart } from '../support/server-process.ts';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

describe('production', () => {
  it('refuses to start with simulated messages and without a password, and names both', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'zhuhui-production-'));
    folders.push(folder);
    const { code, text } = await refusedStart({ MODE: 'production', DATA_DIR: folder });
    expect(code).toBe(1);
    expect(text).toContain('SMS_PROVIDER');
    expect(text).toContain('ADMIN_PASSWORD');
    expect(text).toMatch(/服务没有启动/);
    expect(text).not.toMatch(/ at \w+ \(/);
  });
});

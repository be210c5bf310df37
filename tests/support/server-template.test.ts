import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { startTestServer } from './server.ts';
import { plantFirstStart } from './server-template.ts';

it('a server logs its administrator in also after one of a program of its own was planted', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'zhuhui-planted-'));
  await plantFirstStart(folder);
  await rm(folder, { recursive: true });
  const server = await startTestServer();
  await expect(server.staff('admin')).resolves.toMatchObject({ accountId: expect.any(String) });
  await server.close();
});

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express from 'express';
import { expect, it } from 'vitest';
import { staticApps } from './static.ts';

it('a file that vanished under the server breaks its answer and nothing else', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'zhuhui-static-'));
  await mkdir(path.join(folder, 'user'));
  await writeFile(path.join(folder, 'user', 'index.html'), '<p>页面</p>');
  await writeFile(path.join(folder, 'user', 'umi.js'), 'void 0');
  const server = createServer(express().use(staticApps(folder)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    await rm(path.join(folder, 'user', 'umi.js'));
    const broken = fetch(`${origin}/umi.js`).then((answer) => answer.text());
    await expect(broken).rejects.toThrow();
    expect(await (await fetch(`${origin}/home`)).text()).toBe('<p>页面</p>');
  } finally {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  }
});

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express from 'express';
import { expect, it } from 'vitest';
import { staticApps } from './static.ts';

async function serve(use: (origin: string, folder: string) => Promise<void>, isLocal = true): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'zhuhui-static-'));
  for (const app of ['user', 'admin']) {
    await mkdir(path.join(folder, app));
    await writeFile(path.join(folder, app, 'index.html'), `<p>${app}</p>`);
  }
  await writeFile(path.join(folder, 'user', 'umi.js'), 'void 0');
  const server = createServer(express().use(staticApps(folder, isLocal)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, folder);
  } finally {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  }
}

it('an unknown page has status 404 and shows the app, a known one 200', async () => {
  await serve(async (origin) => {
    const look = async (address: string, method = 'GET') => {
      const answer = await fetch(origin + address, { method });
      return [answer.status, await answer.text(), answer.headers.get('content-type')];
    };
    const html = 'text/html;charset=utf-8';
    for (const address of ['/', '/home', '/toline', '/authorInspirationhome/17?from=list', '/tupianHome'])
      expect(await look(address)).toEqual([200, '<p>user</p>', html]);
    for (const address of ['/nowhere', '/home/more', '/adminx'])
      expect(await look(address)).toEqual([404, '<p>user</p>', 'text/html; charset=utf-8']);
    expect((await look('/nowhere', 'HEAD')).slice(0, 2)).toEqual([404, '']);
    for (const address of ['/admin/', '/admin/orders/17'])
      expect(await look(address)).toEqual([200, '<p>admin</p>', html]);
    expect((await look('/umi.js'))[1]).toBe('void 0');
    expect((await look('/absent.js'))[0]).toBe(404);
  });
});

it.each([
  [true, 200],
  [false, 404],
])('the screen of all parts is a page in local mode only (%s: %i)', async (isLocal, status) => {
  await serve(async (origin) => {
    expect((await fetch(`${origin}/ui-parts`)).status).toBe(status);
  }, isLocal);
});

it('a file that vanished under the server breaks its answer and nothing else', async () => {
  await serve(async (origin, folder) => {
    await rm(path.join(folder, 'user', 'umi.js'));
    const broken = fetch(`${origin}/umi.js`).then((answer) => answer.text());
    await expect(broken).rejects.toThrow();
    expect(await (await fetch(`${origin}/home`)).text()).toBe('<p>user</p>');
  });
});

it('a page tells a browser that has a session, and no hint of it yet, that there is one to ask for', () =>
  serve(async (origin) => {
    const hintOf = async (address: string, cookie: string) =>
      (await fetch(origin + address, { headers: { cookie } })).headers.getSetCookie();
    expect(await hintOf('/home', 'sid=abc')).toEqual(['has_session=1; Path=/; SameSite=Lax']);
    expect(await hintOf('/nowhere', 'sid=abc')).toEqual(['has_session=1; Path=/; SameSite=Lax']);
    expect(await hintOf('/home', 'sid=abc; has_session=1')).toEqual([]);
    expect(await hintOf('/home', '')).toEqual([]);
    expect(await hintOf('/umi.js', 'sid=abc')).toEqual([]);
  }));

it('a range behind the end of a file is refused with its length, one within is answered', () =>
  serve(async (origin) => {
    const ask = async (address: string, range: string) => {
      const { status, headers } = await fetch(origin + address, { headers: { range } });
      return [status, headers.get('content-range')];
    };
    expect(await ask('/umi.js', 'bytes=2-4')).toEqual([206, 'bytes 2-4/6']);
    expect(await ask('/umi.js', 'bytes=6-')).toEqual([416, 'bytes */6']);
    expect(await ask('/umi.js', 'bytes=90-99')).toEqual([416, 'bytes */6']);
  }));

it.each([
  'bytes=-2',
  'bytes=0-0',
  'bytes=4-2',
  'bytes=0-99999999999999999999',
  'bytes=0-1,3-4',
  'items=0-1',
  'bytes=x',
])('the range %s is answered with the whole file, and pages go on being served', (range) =>
  serve(async (origin) => {
    for (const [address, text] of [
      ['/umi.js', 'void 0'],
      ['/', '<p>user</p>'],
    ]) {
      const answer = await fetch(origin + address, { headers: { range } });
      expect([answer.status, answer.headers.get('content-range'), await answer.text()]).toEqual([200, null, text]);
    }
  }),
);

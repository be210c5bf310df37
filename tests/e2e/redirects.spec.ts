import { createServer, request as forward, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { test as base, newPhone } from '../support/user.ts';

interface Gate {
  origin: string;
  /** Redirects calls of this method and path to its own login page. */
  redirect(method: string, path: string): void;
  /** Addresses that it redirected, oldest first. */
  redirected: string[];
}

/** A company's gate in front of the product, as single sign-on puts one there: it redirects what it does not let through. */
const test = base.extend<{ gate: Gate; serverOrigin: string }>({
  serverOrigin: [`http://localhost:${process.env.E2E_PORT ?? 8124}`, { option: true }],
  gate: async ({ serverOrigin }, use) => {
    const closed = new Set<string>();
    const redirected: string[] = [];
    const gate: Server = createServer((asked, answer) => {
      const path = new URL(asked.url ?? '/', serverOrigin).pathname;
      const what = `${asked.method} ${path}`;
      if (path === '/company-login') {
        answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<h1>公司统一登录</h1>');
      } else if (closed.has(what)) {
        redirected.push(what);
        answer.writeHead(302, { location: '/company-login' }).end();
      } else {
        const { method, headers, url } = asked;
        const passed = forward(new URL(url ?? '/', serverOrigin), { method, headers }, (came) => {
          answer.writeHead(came.statusCode ?? 502, came.headers);
          came.pipe(answer);
        });
        passed.on('error', () => answer.destroy());
        asked.pipe(passed);
      }
    });
    await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve));
    const { port } = gate.address() as AddressInfo;
    await use({
      origin: `http://localhost:${port}`,
      redirect: (method, path) => closed.add(`${method} ${path}`),
      redirected,
    });
    gate.closeAllConnections();
    await new Promise((resolve) => gate.close(resolve));
  },
  baseURL: async ({ gate }, use) => use(gate.origin),
});

test('a redirected reading takes the window to where it leads', { tag: '@smoke' }, async ({ page, gate }) => {
  gate.redirect('GET', '/api/user/userInfo');
  await page.context().addCookies([{ name: 'sid', value: 'ended-meanwhile', url: gate.origin }]);
  await page.goto('/list');
  await expect(page.getByRole('heading', { name: '公司统一登录' })).toBeVisible();
  await expect(page).toHaveURL('/company-login');
});

test('a redirected change loads the page again and is not sent a second time', async ({ page, gate }) => {
  gate.redirect('POST', '/api/sms/sendCode');
  await page.goto('/user/login');
  await page.getByLabel('手机号').fill(newPhone());
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: '获取验证码' }).click()]);
  await expect(page).toHaveURL('/user/login');
  await expect(page.getByLabel('手机号')).toHaveValue('');
  expect(gate.redirected).toEqual(['POST /api/sms/sendCode']);
});

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import CasAuthentication from 'cas-authentication';
import express, { type Request } from 'express';

type SessionRequest = Request & { session: Record<string, unknown> };

/** Another program on this machine that lets people in by our CAS, with a stock client. */
export async function startCasClientApp(casPort: number, version: '2.0' | '3.0') {
  const app = express();
  const sessions = new Map<string, Record<string, unknown>>();
  app.use((request, response, next) => {
    const known = /app=(\w+)/.exec(request.get('cookie') ?? '')?.[1];
    const id = known ?? `s${sessions.size + 1}`;
    const session = sessions.get(id) ?? {};
    sessions.set(id, session);
    if (!known) response.cookie('app', id);
    (request as SessionRequest).session = session;
    next();
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cas = new CasAuthentication({
    cas_url: `http://127.0.0.1:${casPort}/cas`,
    service_url: origin,
    cas_version: version,
    session_info: 'info',
  });
  cas.cas_port = casPort;
  app.get('/inside', cas.bounce, (request, response) => {
    const { cas_user, info } = (request as SessionRequest).session;
    response.json({ user: cas_user, info });
  });
  app.get('/logout', cas.logout);
  return { origin, close: () => new Promise((resolve) => server.close(resolve)) };
}

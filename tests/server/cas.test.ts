import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minute } from '#shared/domain/time';
import { readConfig } from '../../mock-server/config.ts';
import { startCasClientApp } from '../support/cas-client-app.ts';
import { refusal, startTestServer, type TestServer } from '../support/server.ts';
import type { Visitor } from '../support/server-visitor.ts';

const service = 'http://localhost:9000/app?tab=a%20b';
const password = 'a-good-password';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { isAccountLoginOpen: true } });
});
afterAll(() => server.close());

let numbers = 0;
const newPhone = () => `1380002${String(++numbers).padStart(4, '0')}`;

async function sendCode(phoneNo: string): Promise<string> {
  server.clock.set({ advanceMs: 4 * minute });
  await server.visitor().api.sendSmsCode({ phoneNo });
  return server.sms.sent(phoneNo)[0]?.code ?? '';
}

const post = (path: string, fields: Record<string, string>, on = server) =>
  on
    .visitor()
    .raw('POST', path, { 'content-type': 'application/x-www-form-urlencoded' }, new URLSearchParams(fields).toString());

/** The path of a new ticket resource, by a code. */
async function newTicket(phoneNo = newPhone()): Promise<string> {
  const { headers } = await post('/cas/v1/tickets', { phoneNo, verifyCode: await sendCode(phoneNo) });
  return new URL(String(headers.location)).pathname;
}

const serviceTicket = async (ticketPath: string, to = service) => (await post(ticketPath, { service: to })).text;

async function validate(query: Record<string, string>, path = '/cas/p3/serviceValidate') {
  return server.visitor().raw('GET', `${path}?${new URLSearchParams(query)}`);
}

async function failure(query: Record<string, string>): Promise<string | undefined> {
  const { json } = await validate({ ...query, format: 'JSON' });
  const answer = json as { serviceResponse: { authenticationFailure?: { code: string; description: string } } };
  return answer.serviceResponse.authenticationFailure?.code;
}

describe('a ticket resource', () => {
  it('is made with a phone and its code, and ends the session when it is deleted', async () => {
    const phoneNo = newPhone();
    const answer = await post('/cas/v1/tickets', { phoneNo: `+86 ${phoneNo}`, verifyCode: await sendCode(phoneNo) });
    expect(answer.status).toBe(201);
    expect(answer.headers.location).toMatch(new RegExp(`^${server.origin}/cas/v1/tickets/TGT-[\\w-]{43}$`));
    expect(answer.headers['content-type']).toMatch(/^text\/html/);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.text).toContain(`<form action="${answer.headers.location}" method="POST">`);
    const { pathname } = new URL(String(answer.headers.location));
    const ticket = await serviceTicket(pathname);
    expect((await server.visitor().raw('DELETE', pathname)).status).toBe(200);
    expect(await failure({ service, ticket })).toBe('INVALID_TICKET');
    expect((await post(pathname, { service })).status).toBe(404);
  });

  it('is made with any name of an account and its password, where that is open', async () => {
    const phoneNo = newPhone();
    const admin = await server.staff('admin');
    const email = 'Ping.Mian@Example.com';
    const { accountId } = await admin.api.createAccount({ phoneNo, loginName: 'pingmian', email, password });
    for (const username of ['pingmian', phoneNo, 'ping.mian@example.com']) {
      const { status, headers } = await post('/cas/v1/tickets', { username, password });
      expect(status).toBe(201);
      const ticket = await serviceTicket(new URL(String(headers.location)).pathname);
      expect((await validate({ service, ticket })).text).toContain(`<cas:user>${accountId}</cas:user>`);
    }
    const closed = await startTestServer();
    const answer = await post('/cas/v1/tickets', { username: 'pingmian', password }, closed);
    expect(answer).toMatchObject({ status: 401, json: { error: { reason: 'cas.refused' } } });
    await closed.close();
  });

  it('is refused with 401 for every wrong secret, and counts the tries', async () => {
    const phoneNo = newPhone();
    const wrong = String((Number(await sendCode(phoneNo)) + 1) % 1_000_000).padStart(6, '0');
    const attempts: Array<Record<string, string>> = [
      { phoneNo, verifyCode: wrong },
      { phoneNo: '12345', verifyCode: '123456' },
      { username: 'nobody', password },
      { username: 'admin', password: server.adminPassword },
    ];
    for (const fields of attempts) expect((await post('/cas/v1/tickets', fields)).status).toBe(401);
    const { message } = await refusal(server.visitor().api.login({ phoneNo, verifyCode: wrong }));
    expect(message).toBe('验证码错误，还可尝试3次');
  });

  it.each([[{}], [{ username: 'a' }], [{ password: 'b' }], [{ phoneNo: '13800000000' }], [{ verifyCode: '123456' }]])(
    'is not made of %j: 400',
    async (fields) => {
      expect((await post('/cas/v1/tickets', fields)).status).toBe(400);
    },
  );
});

describe('a service ticket', () => {
  it('is plain text, bought with a TGT for an allowed service', async () => {
    const ticketPath = await newTicket();
    const answer = await post(ticketPath, { service });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(answer.text).toMatch(/^ST-[\w-]{43}$/);
    const rows = await server.deps.store.db.selectFrom('service_ticket').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(answer.text);
    for (const refused of [{}, { service: '' }, { service: 'https://evil.example' }, { service: 'javascript:1' }])
      expect((await post(ticketPath, refused)).status).toBe(400);
    expect((await post('/cas/v1/tickets/TGT-unknown', { service })).status).toBe(404);
  });

  it('tells who it is in XML, once', async () => {
    const phoneNo = newPhone();
    const ticketPath = await newTicket(phoneNo);
    const ticket = await serviceTicket(ticketPath);
    const answer = await validate({ service, ticket });
    expect(answer.headers['content-type']).toBe('application/xml; charset=utf-8');
    const { userId } = await userOf(phoneNo);
    expect(answer.text).toContain('<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">');
    expect(answer.text).toContain(`<cas:user>${userId}</cas:user>`);
    for (const line of [
      `<cas:authenticationDate>${new Date(server.clock.now()).toISOString()}</cas:authenticationDate>`,
      '<cas:isFromNewLogin>true</cas:isFromNewLogin>',
      '<cas:longTermAuthenticationRequestTokenUsed>false</cas:longTermAuthenticationRequestTokenUsed>',
      `<cas:userId>${userId}</cas:userId>`,
      `<cas:nickName>设计师${phoneNo.slice(-4)}</cas:nickName>`,
      '<cas:plan>free</cas:plan>',
    ])
      expect(answer.text).toContain(line);
    expect((await validate({ service, ticket })).text).toContain('<cas:authenticationFailure code="INVALID_TICKET">');
  });

  it('tells the same in JSON, and without attributes to clients of protocol 2', async () => {
    const phoneNo = newPhone();
    const ticketPath = await newTicket(phoneNo);
    const { userId } = await userOf(phoneNo);
    const three = await validate({ service, ticket: await serviceTicket(ticketPath), format: 'JSON' });
    expect(three.json).toMatchObject({
      serviceResponse: { authenticationSuccess: { user: userId, attributes: { isFromNewLogin: true, userId } } },
    });
    const query = { service, ticket: await serviceTicket(ticketPath), format: 'JSON' };
    expect((await validate(query, '/cas/serviceValidate')).json).toEqual({
      serviceResponse: { authenticationSuccess: { user: userId } },
    });
    const xml = await validate({ service, ticket: await serviceTicket(ticketPath) }, '/cas/serviceValidate');
    expect(xml.text).toContain(`<cas:user>${userId}</cas:user>`);
    expect(xml.text).not.toContain('attributes');
  });

  it('holds names that XML would choke on', async () => {
    const admin = await server.staff('admin');
    const phoneNo = newPhone();
    const { accountId } = await admin.api.createAccount({ phoneNo, nickName: `<b>&"'光` });
    // No call takes such a letter any more, but older data may hold one.
    const nickName = `<b>&"\u0008'光`;
    const { db } = server.deps.store;
    await db.updateTable('account').set({ nick_name: nickName }).where('id', '=', accountId).execute();
    const ticket = await serviceTicket(await newTicket(phoneNo));
    expect((await validate({ service, ticket })).text).toContain(
      '<cas:nickName>&#60;b&#62;&#38;&#34;&#39;光</cas:nickName>',
    );
  });

  it('is for its service only and dies of a wrong one', async () => {
    const ticket = await serviceTicket(await newTicket());
    expect(await failure({ service: 'http://localhost:9000/app', ticket })).toBe('INVALID_SERVICE');
    expect(await failure({ service, ticket })).toBe('INVALID_TICKET');
  });

  it('lasts a minute', async () => {
    const ticketPath = await newTicket();
    const [early, late] = [await serviceTicket(ticketPath), await serviceTicket(ticketPath)];
    await server.pass(minute - 1);
    expect(await failure({ service, ticket: early })).toBeUndefined();
    await server.pass(1);
    expect(await failure({ service, ticket: late })).toBe('INVALID_TICKET');
  });

  it('knows whether the login is new, and renew wants it so', async () => {
    const ticketPath = await newTicket();
    expect(await failure({ service, ticket: await serviceTicket(ticketPath), renew: 'true' })).toBeUndefined();
    const second = await serviceTicket(ticketPath);
    expect(await failure({ service, ticket: second, renew: 'true' })).toBe('INVALID_TICKET');
    expect(await failure({ service, ticket: await serviceTicket(ticketPath), renew: 'false' })).toBeUndefined();
    const old = await newTicket();
    await server.pass(5 * minute);
    expect(await failure({ service, ticket: await serviceTicket(old), renew: 'true' })).toBe('INVALID_TICKET');
  });

  it('is refused in the words of the protocol when something is missing', async () => {
    expect(await failure({ service })).toBe('INVALID_REQUEST');
    expect(await failure({ ticket: 'ST-1' })).toBe('INVALID_REQUEST');
    expect(await failure({ service, ticket: 'ST-1' })).toBe('INVALID_TICKET');
  });

  it('is no use when the account was banned meanwhile', async () => {
    const phoneNo = newPhone();
    const ticket = await serviceTicket(await newTicket(phoneNo));
    const admin = await server.staff('admin');
    await admin.api.updateAccount({ accountId: (await userOf(phoneNo)).userId, status: 'banned' });
    expect(await failure({ service, ticket })).toBe('INVALID_TICKET');
  });

  it('is swept when it is over', async () => {
    await serviceTicket(await newTicket());
    await server.pass(10 * minute);
    await server.deps.sweep();
    expect(await server.deps.store.db.selectFrom('service_ticket').selectAll().execute()).toEqual([]);
  });
});

describe('a browser that a service sends', () => {
  const enter = async (visitor: Visitor, query: Record<string, string>) => {
    const response = await visitor.fetch(`/cas/login?${new URLSearchParams(query)}`, { redirect: 'manual' });
    return { status: response.status, location: response.headers.get('location') ?? '', text: await response.text() };
  };

  it('goes to the login first and from there back with a ticket', async () => {
    const first = await enter(server.visitor(), { service });
    expect(first.status).toBe(302);
    const login = new URL(first.location, server.origin);
    expect(login.pathname).toBe('/user/login');
    const back = login.searchParams.get('redirect') ?? '';
    const member = await server.member();
    const response = await member.fetch(back, { redirect: 'manual' });
    const target = response.headers.get('location') ?? '';
    expect(target.startsWith(`${service}&ticket=ST-`)).toBe(true);
    expect(await failure({ service, ticket: new URL(target).searchParams.get('ticket') ?? '' })).toBeUndefined();
  });

  it('comes back without a ticket through the gateway', async () => {
    expect((await enter(server.visitor(), { service, gateway: 'true' })).location).toBe(service);
    const member = await server.member();
    expect((await enter(member, { service, gateway: 'true' })).location).toMatch(/&ticket=ST-/);
  });

  it('logs in again for a service that wants it fresh', async () => {
    const member = await server.member();
    await enter(member, { service });
    const asked = await enter(member, { service, renew: 'true', gateway: 'true' });
    expect(asked.location).toMatch(/^\/user\/login\?redirect=/);
    expect((await refusal(member.api.userInfo())).status).toBe(401);
    const back = new URL(asked.location, server.origin).searchParams.get('redirect') ?? '';
    const { visitor } = await server.login(newPhone());
    const response = await visitor.fetch(back, { redirect: 'manual' });
    const ticket = new URL(response.headers.get('location') ?? '').searchParams.get('ticket') ?? '';
    expect(await failure({ service, ticket, renew: 'true' })).toBeUndefined();
  });

  it('goes home when no service is named, and nowhere when it is not allowed', async () => {
    expect((await enter(server.visitor(), {})).location).toBe('/user/login');
    expect((await enter(await server.member(), {})).location).toBe('/');
    for (const evil of [
      'https://evil.example/',
      '//evil.example',
      'http://localhost@evil.example/',
      'javascript:alert(1)',
    ]) {
      const answer = await enter(await server.member(), { service: evil, gateway: 'true' });
      expect([answer.status, answer.location]).toEqual([400, '']);
      expect(answer.text).toContain('不能登录到这个服务');
    }
  });

  it('is logged out, and sent back to allowed services only', async () => {
    const member = await server.member();
    const leave = async (query: string) =>
      (await member.fetch(`/cas/logout${query}`, { redirect: 'manual' })).headers.get('location');
    expect(await leave(`?service=${encodeURIComponent(service)}`)).toBe(service);
    expect((await refusal(member.api.userInfo())).status).toBe(401);
    expect(await leave(`?url=${encodeURIComponent(service)}`)).toBe(service);
    expect(await leave('?service=https%3A%2F%2Fevil.example')).toBe('/');
    expect(await leave('')).toBe('/');
  });
});

it.each(['wiki.example.com', 'https://a.example, wiki.example.com:443/x', 'javascript:1'])(
  'the server does not start with services that are no addresses: %s',
  (services) => {
    expect(() => readConfig({ CAS_SERVICES: services })).toThrow(/CAS_SERVICES/);
  },
);

describe.each(['2.0', '3.0'] as const)('a program with a stock client of protocol %s', (version) => {
  it('lets in who is logged in here, and nobody else', async () => {
    const program = await startCasClientApp(server.port, version);
    const stranger = await walk(server.visitor(), `${program.origin}/inside`);
    expect(new URL(stranger.url).pathname).toBe('/user/login');
    expect(new URL(stranger.url).origin).toBe(server.origin);

    const phoneNo = newPhone();
    const { visitor } = await server.login(phoneNo);
    const { userId } = await userOf(phoneNo);
    const inside = await walk(visitor, `${program.origin}/inside`);
    expect(inside.url).toBe(`${program.origin}/inside`);
    const expected = version === '3.0' ? { user: userId, info: { userid: userId, plan: 'free' } } : { user: userId };
    expect(JSON.parse(inside.text)).toMatchObject(expected);

    await walk(visitor, `${program.origin}/logout`);
    expect(new URL((await walk(visitor, `${program.origin}/inside`)).url).pathname).toBe('/user/login');
    await program.close();
  });
});

/** Follows redirects between programs as a browser does; a jar each, told apart by their cookies' names. */
async function walk(visitor: Visitor, address: string): Promise<{ url: string; text: string }> {
  let url = address;
  for (let step = 0; step < 10; step++) {
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const [name = '', value = ''] = pair.split('=');
      if (/1970/.test(line)) visitor.cookies.delete(name);
      else visitor.cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (!location) return { url, text: await response.text() };
    url = new URL(location, url).href;
  }
  throw new Error(`no end of redirects at ${url}`);
}

async function userOf(phoneNo: string): Promise<{ userId: string }> {
  const account = await server.deps.accounts.findByPhone(server.deps.store.db, phoneNo);
  return { userId: account?.id ?? '' };
}

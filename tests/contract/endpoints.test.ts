import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { derivedContract } from '#shared/contract/console';
import { knownReasons } from '#shared/contract/envelope';
import { errorCatalogue } from '#shared/errors';
import { sampleValues } from '../support/sample-values.ts';
import { enlargement, startTestServer, type TestServer } from '../support/server.ts';
import { envelopeReason, reasonOf } from '../support/server-answers.ts';
import { calls, fillPath, makeCall } from '../support/server-calls.ts';
import { drawPicture } from '../support/server-pictures.ts';
import type { Visitor } from '../support/server-visitor.ts';

let server: TestServer;
let samples: ReturnType<typeof sampleValues>;
/** Somebody with a session of each kind. */
let insider: Visitor;
beforeAll(async () => {
  server = await startTestServer();
  const member = await server.member();
  const admin = await server.staff('admin');
  const { imageId } = await member.upload(await drawPicture());
  const { taskId } = await member.api.startTask(enlargement(imageId));
  await server.deps.runner.idle();
  const { projectId } = await member.api.createProject({ name: '别墅' });
  samples = sampleValues({ taskId, imageId, projectId, accountId: (await server.member()).accountId });
  insider = member;
  insider.cookies.set('staff_sid', admin.cookies.get('staff_sid') ?? '');
});
afterAll(() => server.close());

const endsSessions = new Set(['logout', 'invalidateSession', 'staffLogout', 'casLogout', 'loginForTest']);

describe('every call', () => {
  it.each(calls)('%s has a handler that answers in its form', async (name, spec) => {
    const visitor = endsSessions.has(name) ? server.visitor() : insider;
    const answer = await makeCall(visitor, spec, samples[name]);
    const reason = reasonOf(spec, answer);
    expect(['auth.required', 'request.method']).not.toContain(reason);
  });
});

describe('what was left out whole', () => {
  it.each(calls.filter(([, { method }]) => method !== 'GET'))('is told by %s in one voice', async (name, spec) => {
    const { path } = fillPath(spec, samples[name]);
    const visitor = endsSessions.has(name) ? server.visitor() : insider;
    const answer = await visitor.raw(spec.method, path, { 'content-type': 'application/json' }, '{}');
    if (answer.status !== 422) return;
    const { error, ...dialect } = answer.json as { error?: object };
    const { message, fields, errors } = { ...dialect, ...error } as {
      message: string;
      fields?: Record<string, string[]>;
      errors?: Record<string, string[]>;
    };
    const sentences = Object.values(fields ?? errors ?? {}).flat();
    // The message is the general one, or that of the only field. A refusal without fields has a message of its own.
    if (sentences.length === 0) return;
    expect([errorCatalogue['request.invalid'].sentence, ...(sentences.length === 1 ? sentences : [])]).toContain(
      message,
    );
  });
});

describe('who is not logged in', () => {
  it.each(calls.filter(([, spec]) => spec.access !== 'anyone'))('gets 401 from %s', async (name, spec) => {
    const stranger = server.visitor();
    stranger.cookies.set('sid', 'a'.repeat(43));
    stranger.cookies.set('staff_sid', 'b'.repeat(43));
    for (const visitor of [server.visitor(), stranger]) {
      const answer = await makeCall(visitor, spec, samples[name]);
      expect([answer.status, reasonOf(spec, answer)]).toEqual([401, 'auth.required']);
    }
  });
});

describe('a path', () => {
  const paths = [...new Set(calls.map(([, spec]) => spec.path))];

  it.each(paths)('%s refuses methods it does not have', async (path) => {
    const known = calls.filter(([, spec]) => spec.path === path);
    const [first] = known;
    if (!first) throw new Error('a path without a call');
    const filled = fillPath(first[1], samples[first[0]]).path;
    const all = [...calls.map(([, spec]) => spec), ...Object.values(derivedContract)];
    const methods = new Set<string>(all.filter((spec) => spec.path === path).map(({ method }) => method));
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((candidate) => !methods.has(candidate))) {
      const answer = await insider.raw(method, filled);
      // Two paths may fit one address; whichever answers, it is a refusal of the catalogue.
      expect([404, 405, 422], `${method} ${filled}`).toContain(answer.status);
      if (!path.startsWith('/api/admin/v1'))
        expect(['request.method', 'account.not_found']).toContain(envelopeReason(answer));
    }
  });

  it.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/user/userInfo/more',
    '/api/ai/../../nothing',
    '/cas/nothing',
    '/api//health',
    '/API/HEALTH',
  ])('%s that is none answers 404 in the envelope, to every method', async (path) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      const answer = await insider.raw(method, path);
      if (path === '/API/HEALTH' && answer.headers['content-type']?.includes('html')) continue;
      expect([answer.status, envelopeReason(answer)]).toEqual([404, 'request.not_found']);
    }
  });

  it('answers HEAD like GET, without a body', async () => {
    for (const [name, spec] of calls) {
      if (spec.method !== 'GET' || spec.answers === 'events' || spec.changesState) continue;
      const get = await makeCall(insider, spec, samples[name]);
      const { path, rest } = fillPath(spec, samples[name]);
      const query = new URLSearchParams(Object.entries(rest).map(([key, value]) => [key, String(value)]));
      const head = await insider.raw('HEAD', `${path}?${query}`);
      expect([name, head.status, head.text]).toEqual([name, get.status, '']);
      expect(head.headers['x-request-id']).not.toBe(get.headers['x-request-id']);
    }
  });
});

describe('the error catalogue', () => {
  const entries = Object.entries(errorCatalogue);

  it('has one number for each reason', () => {
    const codes = entries.map(([, { code }]) => code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.every((code) => Number.isInteger(code) && code > 0)).toBe(true);
  });

  it('has dotted names and Chinese sentences', () => {
    for (const [reason, { sentence }] of entries) {
      expect(reason).toMatch(/^[a-z]+\.[a-z_]+$/);
      expect(sentence, reason).toMatch(/[\u4e00-\u9fff]|^\{(sentence|why)\}$/);
    }
  });

  it('knows every failure that a call announces', () => {
    const announced = calls.flatMap(([, spec]) => spec.errors);
    expect(announced.length).toBeGreaterThan(20);
    expect(announced.filter((reason) => !knownReasons.has(reason))).toEqual([]);
  });
});

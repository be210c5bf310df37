import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig, settings, settingsDocument } from '../../mock-server/config.ts';
import { startTestServer } from '../support/server.ts';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

describe('production', () => {
  it('refuses simulated messages even with a password', () => {
    const start = () => readConfig({ MODE: 'production', ADMIN_PASSWORD: 'long-enough-password' });
    expect(start).toThrow(ConfigError);
    expect(start).toThrow(/SMS_PROVIDER/);
    expect(start).not.toThrow(/ADMIN_PASSWORD/);
  });

  it('refuses simulated payments, a simulated phone and simulated e-mail', () => {
    const start = () => readConfig({ MODE: 'production', EMAIL_LOGIN: 'true' });
    for (const name of ['ALIPAY_PROVIDER', 'WECHAT_PAY_PROVIDER', 'QR_LOGIN_PROVIDER', 'EMAIL_PROVIDER'])
      expect(start).toThrow(`${name}：`);
    const off = { ALIPAY_PROVIDER: 'off', WECHAT_PAY_PROVIDER: 'off', QR_LOGIN_PROVIDER: 'off' };
    const switchedOff = () => readConfig({ MODE: 'production', ...off });
    expect(switchedOff).toThrow(/SMS_PROVIDER/);
    expect(switchedOff).not.toThrow(/ALIPAY|WECHAT|QR_LOGIN|EMAIL|PUBLIC_URL/);
  });

  it('refuses the engine for tests', () => {
    expect(() => readConfig({ MODE: 'production', TEST_ENGINE: 'fast' })).toThrow(/TEST_ENGINE：正式环境不能/);
    expect(() => readConfig({ MODE: 'production' })).not.toThrow(/TEST_ENGINE/);
    expect(readConfig({}).testEngine).toBe('off');
  });

  it('wants its public address once it takes money', () => {
    const alipay = {
      ALIPAY_PROVIDER: 'alipay',
      ALIPAY_APP_ID: '2021',
      ALIPAY_SELLER_ID: '2088',
      ALIPAY_PRIVATE_KEY: 'private',
      ALIPAY_PUBLIC_KEY: 'public',
    };
    const start = (more: object) => () => readConfig({ MODE: 'production', ...alipay, ...more });
    expect(start({})).toThrow(/PUBLIC_URL/);
    expect(start({ PUBLIC_URL: 'https://zhuhui.example.com' })).not.toThrow(/PUBLIC_URL/);
  });

  it('refuses the password that local mode begins with', () => {
    expect(() => readConfig({ MODE: 'production', ADMIN_PASSWORD: 'zhuhui-admin' })).toThrow(/ADMIN_PASSWORD/);
  });

  it('has no control plane and no example accounts', async () => {
    const server = await startTestServer({ config: { mode: 'production' }, isSeeded: true });
    for (const target of ['/__mock/', '/__mock/sms', '/__mock/clock', '/__mock/invariants']) {
      const answer = await server.visitor().raw('GET', target, { host: 'localhost' });
      expect(answer).toMatchObject({ status: 404, json: { error: { reason: 'request.not_found' } } });
    }
    expect(
      (
        await server
          .visitor()
          .raw('POST', '/__mock/reset', { host: 'localhost', 'content-type': 'application/json' }, '{}')
      ).status,
    ).toBe(404);
    const accounts = await server.deps.store.db.selectFrom('account').select('login_name').execute();
    expect(accounts).toEqual([{ login_name: 'admin' }]);
    const { headers } = await server.visitor().raw('GET', '/api/health');
    expect(headers['strict-transport-security']).toBeDefined();
    await server.close();
  });
});

describe('settings', () => {
  it('have defaults that start a local server', () => {
    expect(readConfig({})).toMatchObject({
      mode: 'local',
      port: 8000,
      host: '',
      sessionDays: 30,
      staffSessionDays: 1,
      uploadMegabytes: 20,
      isAgreementTicked: true,
    });
    expect(path.isAbsolute(readConfig({ DATA_DIR: './here' }).dataDir)).toBe(true);
  });

  it('are refused together, each by its name', () => {
    const start = () =>
      readConfig({
        MODE: 'staging',
        PORT: '70000',
        SESSION_DAYS: 'many',
        AGREEMENT_TICKED: 'perhaps',
        UPLOAD_MEGABYTES: '0',
      });
    for (const name of [
      'MODE=staging',
      'PORT=70000',
      'SESSION_DAYS=many',
      'AGREEMENT_TICKED=perhaps',
      'UPLOAD_MEGABYTES=0',
    ])
      expect(start).toThrow(name);
  });

  it('of a chosen service are all needed, in every mode, and each is named', () => {
    const start = () =>
      readConfig({
        ALIPAY_PROVIDER: 'alipay',
        ALIPAY_APP_ID: '2021',
        WECHAT_PAY_PROVIDER: 'wechat',
        QR_LOGIN_PROVIDER: 'official-account',
      });
    for (const name of [
      ...['ALIPAY_SELLER_ID', 'ALIPAY_PRIVATE_KEY', 'ALIPAY_PUBLIC_KEY'],
      ...['WECHAT_PAY_APP_ID', 'WECHAT_PAY_MERCHANT_ID', 'WECHAT_PAY_SERIAL', 'WECHAT_PAY_PRIVATE_KEY'],
      ...['WECHAT_PAY_PUBLIC_KEY_ID', 'WECHAT_PAY_PUBLIC_KEY', 'WECHAT_PAY_API_V3_KEY'],
      ...['OFFICIAL_ACCOUNT_APP_ID', 'OFFICIAL_ACCOUNT_SECRET', 'OFFICIAL_ACCOUNT_TOKEN'],
    ])
      expect(start).toThrow(`${name}：`);
    expect(start).not.toThrow(/ALIPAY_APP_ID/);
  });

  it('that are empty count as absent', () => {
    expect(readConfig({ PORT: '', MODE: '' })).toMatchObject({ port: 8000, mode: 'local' });
  });

  it('stand in one document', () => {
    for (const { env, doc } of Object.values(settings)) {
      expect(settingsDocument()).toContain(`\`${env}\``);
      expect(settingsDocument()).toContain(doc);
    }
  });
});

describe('a server that starts or stops', () => {
  it('says so at /api/health and to everybody who asks for something', async () => {
    const server = await startTestServer();
    expect(await (await fetch(`${server.origin}/api/health`)).json()).toEqual({ status: 'ok' });
    server.readiness.isReady = false;
    const health = await fetch(`${server.origin}/api/health`);
    expect([health.status, await health.json()]).toEqual([503, { status: 'unavailable' }]);
    const answer = await server.visitor().raw('GET', '/api/ai/tools');
    expect(answer).toMatchObject({ status: 503, json: { error: { reason: 'server.not_ready' }, data: null } });
    await server.close();
  });
});

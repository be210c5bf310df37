import type { KeyObject } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../mock-server/config.ts';
import { startFakeAlipay } from '../support/fake-alipay.ts';
import { startFakeAliyunSms } from '../support/fake-aliyun-sms.ts';
import { startFakeSmtp } from '../support/fake-smtp.ts';
import { refusal } from '../support/server.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { createVisitor } from '../support/server-visitor.ts';

const clock = { now: Date.now };
const [sms, alipay, smtp] = await Promise.all([startFakeAliyunSms(clock), startFakeAlipay(clock), startFakeSmtp()]);

/** All that an installation with Alibaba Cloud SMS, a mail server and Alipay sets, and nothing it could leave out. */
const needed = {
  ADMIN_PASSWORD: 'a-password-of-the-operator',
  PUBLIC_URL: 'https://zhuhui.example.com',
  SMS_PROVIDER: 'aliyun',
  ALIYUN_SMS_ACCESS_KEY_ID: sms.settings.key.id,
  ALIYUN_SMS_ACCESS_KEY_SECRET: sms.settings.key.secret,
  ALIYUN_SMS_SIGN_NAME: sms.settings.signName,
  ALIYUN_SMS_TEMPLATE_CODE: sms.settings.templateCode,
  EMAIL_PROVIDER: 'smtp',
  SMTP_URL: smtp.settings.url,
  EMAIL_FROM: smtp.settings.from,
  ALIPAY_PROVIDER: 'alipay',
  ALIPAY_APP_ID: alipay.account.appId,
  ALIPAY_SELLER_ID: alipay.account.sellerId,
  ALIPAY_PRIVATE_KEY: pem(alipay.account.privateKey, 'pkcs8'),
  ALIPAY_PUBLIC_KEY: pem(alipay.account.publicKey, 'spki'),
  WECHAT_PAY_PROVIDER: 'off',
  QR_LOGIN_PROVIDER: 'off',
};
const settings = {
  MODE: 'production',
  EMAIL_LOGIN: 'true',
  ...needed,
  ALIYUN_SMS_GATEWAY: sms.settings.gateway,
  ALIPAY_GATEWAY: alipay.gateway,
};

function pem(key: KeyObject, type: 'pkcs8' | 'spki'): string {
  return key.export({ type, format: 'pem' } as const).toString();
}

afterAll(() => Promise.all([sms.close(), alipay.close(), smtp.close()]));

it.each(Object.keys(needed))('production does not start without %s, and says that it is this alone', (name) => {
  const start = () => readConfig({ ...settings, [name]: undefined });
  expect(start).toThrow(ConfigError);
  expect(start).toThrow(new RegExp(`^配置有误，服务没有启动：\\n {2}${name}：.+$`));
});

describe('the production server', () => {
  let dataDir: string;
  let server: ServerProcess;
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'zhuhui-production-shop-'));
    server = await startServerProcess(dataDir, { ...settings, HOST: '127.0.0.1', ENGINE_THREADS: '1' });
  });
  afterAll(async () => {
    expect(await server.end('SIGTERM')).toBe(0);
    await rm(dataDir, { recursive: true });
  });

  it('lets a person in by a short message and sells tickets for real money', async () => {
    const phoneNo = '13800138000';
    const { api } = createVisitor(server.origin);
    await api.sendSmsCode({ phoneNo });
    const [verifyCode = ''] = sms.received(phoneNo);
    expect(await api.login({ phoneNo, verifyCode })).toMatchObject({ isNew: true });
    const before = await api.totalTicket({ type: 1 });

    const { orderId, orderNo } = await api.createOrder({ productId: 'normal-100', payType: 'alipay' });
    await fetch((await api.createAliPayOrder({ orderId })).payUrl);
    alipay.pay(orderNo);
    const { headers, body } = alipay.notification(orderNo);
    const answer = await fetch(`${server.origin}/api/order/notify/alipay`, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body: new Uint8Array(body),
    });
    expect(await answer.text()).toBe('success');
    expect(await api.checkOrder({ orderId })).toMatchObject({ status: 'completed', isSimulated: false });
    expect(await api.totalTicket({ type: 1 })).toBe(before + 100);
  });

  it('lets a person in by e-mail', async () => {
    const email = 'somebody@example.com';
    const { api } = createVisitor(server.origin);
    await api.sendEmailCode({ email });
    const verifyCode = /\d{6}/.exec(smtp.received(email)[0]?.text ?? '')?.[0] ?? '';
    expect(await api.loginByEmail({ email, verifyCode })).toMatchObject({ isNew: true });
  });

  it('says whether the number or the provider is why no message comes, and counts neither', async () => {
    const phoneNo = '13900139000';
    const { api } = createVisitor(server.origin);
    sms.refuseNext('isv.BUSINESS_LIMIT_CONTROL');
    expect(await refusal(api.sendSmsCode({ phoneNo }))).toMatchObject({ reason: 'sms.number_refused', status: 409 });
    sms.refuseNext('isv.AMOUNT_NOT_ENOUGH');
    expect(await refusal(api.sendSmsCode({ phoneNo }))).toMatchObject({ reason: 'sms.failed', status: 503 });
    await api.sendSmsCode({ phoneNo });
    expect(sms.received(phoneNo)).toHaveLength(1);
  });

  it('has no control plane, and sends nobody there for a code', async () => {
    const { api } = createVisitor(server.origin);
    expect(await api.siteSettings()).toMatchObject({ outboxes: { sms: false, email: false } });
    for (const target of ['/__mock/', '/__mock/sms', '/__mock/email'])
      expect((await fetch(server.origin + target)).status).toBe(404);
  });
});

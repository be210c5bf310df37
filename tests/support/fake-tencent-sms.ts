import { createHash, createHmac } from 'node:crypto';
import type { Clock } from '../../mock-server/adapters/clock/port.ts';
import { type Exchange, startFakeProviderServer } from './fake-provider-server.ts';

const key = { id: 'AKID00000000000000000000000000000001', secret: 'tencent-secret-key-00000000000001' };
const account = { appId: '1400000001', signName: '筑绘', templateId: '1000001', region: 'ap-guangzhou' };

interface Draft {
  PhoneNumberSet?: string[];
  SmsSdkAppId?: string;
  SignName?: string;
  TemplateId?: string;
  TemplateParamSet?: unknown[];
}

/**
 * `SendSms` of Tencent Cloud as its documentation describes it: cloud.tencent.com/document/api/213/30654 (the
 * signature), 382/55981 (the call) and 382/59177 (the codes), with one application, one signature and one template.
 * @param variables how many the template has
 */
export async function startFakeTencentSms(clock: Clock, variables = 1) {
  const messages: Array<{ phoneNo: string; variables: string[] }> = [];
  const scripted: string[] = [];
  let requests = 0;

  const server = await startFakeProviderServer((exchange) => {
    requests += 1;
    const fault = checkRequest(exchange);
    const outcome = fault ? { Error: { Code: fault, Message: fault } } : send(JSON.parse(exchange.body) as Draft);
    const answer = { Response: { ...outcome, RequestId: `request-${requests}` } };
    return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(answer) };
  });

  /** Fault found by the gateway before the service sees the call. */
  function checkRequest({ method, url, headers, body }: Exchange): string | undefined {
    const header = (name: string) => String(headers[name] ?? '');
    if (method !== 'POST' || url.pathname !== '/') return 'InvalidRequest';
    if (header('x-tc-action') !== 'SendSms') return 'InvalidAction';
    if (header('x-tc-version') !== '2021-01-11') return 'NoSuchVersion';
    if (header('x-tc-region') !== account.region) return 'UnsupportedRegion';
    const seconds = Number(header('x-tc-timestamp'));
    if (!(Math.abs(clock.now() / 1000 - seconds) <= 300)) return 'AuthFailure.SignatureExpire';
    const day = new Date(seconds * 1000).toISOString().slice(0, 10);
    const [id, date, service, ending, names = '', signature] =
      /^TC3-HMAC-SHA256 Credential=(.+)\/(.+)\/(.+)\/(.+), SignedHeaders=(.+), Signature=([0-9a-f]{64})$/
        .exec(header('authorization'))
        ?.slice(1) ?? [];
    if (id !== key.id) return 'AuthFailure.SecretIdNotFound';
    if (date !== day || service !== 'sms' || ending !== 'tc3_request') return 'AuthFailure.InvalidAuthorization';
    const signed = names.split(';');
    if (!signed.includes('content-type') || !signed.includes('host')) return 'AuthFailure.InvalidAuthorization';
    const lines = signed.toSorted().map((name) => `${name}:${header(name).toLowerCase()}\n`);
    const hash = (text: string) => createHash('sha256').update(text).digest('hex');
    const canonical = `POST\n/\n\n${lines.join('')}\n${names}\n${hash(body)}`;
    const steps = [
      day,
      'sms',
      'tc3_request',
      `TC3-HMAC-SHA256\n${seconds}\n${day}/sms/tc3_request\n${hash(canonical)}`,
    ];
    const right = steps.reduce<Buffer>(
      (last, step) => createHmac('sha256', last).update(step).digest(),
      Buffer.from(`TC3${key.secret}`),
    );
    return signature === right.toString('hex') ? undefined : 'AuthFailure.SignatureFailure';
  }

  function send(draft: Draft): object {
    if (draft.SmsSdkAppId !== account.appId)
      return { Error: { Code: 'UnauthorizedOperation.SmsSdkAppIdVerifyFail', Message: 'unknown application' } };
    const [number = ''] = draft.PhoneNumberSet ?? [];
    const Code = scripted.shift() ?? accept(draft, number);
    // Its sentences repeat what it was sent.
    return { SendStatusSet: [{ PhoneNumber: number, Fee: 1, Code, Message: `${Code} ${number}`, IsoCode: 'CN' }] };
  }

  function accept({ SignName, TemplateId, TemplateParamSet = [] }: Draft, number: string): string {
    if (!/^\+861\d{10}$/.test(number)) return 'InvalidParameterValue.IncorrectPhoneNumber';
    if (SignName !== account.signName) return 'FailedOperation.SignatureIncorrectOrUnapproved';
    if (TemplateId !== account.templateId) return 'FailedOperation.TemplateIncorrectOrUnapproved';
    const isText = TemplateParamSet.every((value): value is string => typeof value === 'string');
    if (!isText || TemplateParamSet.length !== variables)
      return 'FailedOperation.TemplateParamSetNotMatchApprovedTemplate';
    messages.unshift({ phoneNo: number.slice(3), variables: TemplateParamSet });
    return 'Ok';
  }

  return {
    ...server,
    settings: { key, ...account, gateway: server.origin },
    /** Values of the template, newest message first. */
    received: (phoneNo: string) =>
      messages.filter((message) => message.phoneNo === phoneNo).map((message) => message.variables),
    /** Refuses the next message with this code. */
    refuseNext(code: string): void {
      scripted.push(code);
    },
  };
}

import { z } from 'zod';
import type { SmsMessage, SmsSender } from './port.ts';
import { createSmsProvider, type SmsProviderDeps } from './provider.ts';
import { type CloudKey, signForTencent } from './signature.ts';

export interface TencentSmsSettings {
  key: CloudKey;
  /** SmsSdkAppId, `1400…`. */
  appId: string;
  /** An approved signature (签名), e.g. `筑绘`. */
  signName: string;
  templateId: string;
  /** A template without variables for notices; empty where there is none. */
  noticeTemplateId?: string;
  /** E.g. `ap-guangzhou`. */
  region: string;
  gateway: string;
  /**
   * Values of the template's variables after the code; their number must be that of the template, or nothing is sent.
   */
  moreVariables: readonly string[];
}

const Answer = z.object({
  Response: z.object({
    RequestId: z.string().default(''),
    Error: z.object({ Code: z.string().min(1) }).optional(),
    SendStatusSet: z.tuple([z.object({ Code: z.string().min(1) })]).optional(),
  }),
});

/**
 * Tencent Cloud SMS, `SendSms` of 2021-01-11 (cloud.tencent.com/document/api/382/55981); its codes:
 * cloud.tencent.com/document/api/382/59177.
 */
export function createTencentSms(settings: TencentSmsSettings, deps: SmsProviderDeps): SmsSender {
  const protocol = {
    name: 'tencent',
    gateway: settings.gateway,
    hasNotice: Boolean(settings.noticeTemplateId),
    accepted: 'Ok',
    // The other `LimitExceeded.*` are the account's own ceilings.
    numberRefusals: [
      'LimitExceeded.DeliveryFrequencyLimit',
      'LimitExceeded.PhoneNumberThirtySecondLimit',
      'LimitExceeded.PhoneNumberOneHourLimit',
      'LimitExceeded.PhoneNumberDailyLimit',
      'LimitExceeded.PhoneNumberSameContentDailyLimit',
      'FailedOperation.PhoneNumberInBlacklist',
      'InvalidParameterValue.IncorrectPhoneNumber',
    ],

    request({ phoneNo, code, at, text }: SmsMessage) {
      const url = new URL('/', settings.gateway);
      const seconds = Math.floor(at / 1000);
      const body = JSON.stringify({
        PhoneNumberSet: [`+86${phoneNo}`],
        SmsSdkAppId: settings.appId,
        SignName: settings.signName,
        TemplateId: (text && settings.noticeTemplateId) || settings.templateId,
        TemplateParamSet: text ? [] : [code, ...settings.moreVariables],
      });
      const headers = { 'content-type': 'application/json; charset=utf-8', 'x-tc-action': 'SendSms' };
      const authorization = signForTencent({ url, headers, body, service: 'sms' }, seconds, settings.key);
      const about = { 'x-tc-version': '2021-01-11', 'x-tc-region': settings.region, 'x-tc-timestamp': String(seconds) };
      return { url, headers: { ...headers, ...about, authorization }, body };
    },

    read(answer: unknown) {
      const { RequestId, Error: fault, SendStatusSet: statuses } = Answer.parse(answer).Response;
      const said = fault ?? statuses?.[0];
      if (!said) throw new Error('neither a fault nor a status');
      return { code: said.Code, requestId: RequestId };
    },
  };
  return createSmsProvider(protocol, deps);
}

import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { SmsMessage, SmsSender } from './port.ts';
import { createSmsProvider, type SmsProviderDeps } from './provider.ts';
import { type CloudKey, sha256, signForAliyun } from './signature.ts';

export interface AliyunSmsSettings {
  key: CloudKey;
  /** An approved signature (签名), e.g. `筑绘`. */
  signName: string;
  /** `SMS_…`; a template with the one variable `code`. */
  templateCode: string;
  /** A template without variables for notices; empty where there is none. */
  noticeTemplateCode?: string;
  gateway: string;
}

const Answer = z.object({ Code: z.string().min(1), RequestId: z.string().default('') });

/**
 * Alibaba Cloud SMS, `SendSms` of 2017-05-25 (help.aliyun.com/document_detail/419273.html); its codes:
 * help.aliyun.com/document_detail/101346.html.
 */
export function createAliyunSms(settings: AliyunSmsSettings, deps: SmsProviderDeps): SmsSender {
  const protocol = {
    name: 'aliyun',
    gateway: settings.gateway,
    hasNotice: Boolean(settings.noticeTemplateCode),
    accepted: 'OK',
    // `isv.DAY_LIMIT_CONTROL` and its like are the account's own ceilings.
    numberRefusals: ['isv.BUSINESS_LIMIT_CONTROL', 'isv.MOBILE_NUMBER_ILLEGAL', 'isv.BLACK_KEY_CONTROL_LIMIT'],

    request({ phoneNo, code, at, text }: SmsMessage) {
      const query = encodeQuery({
        PhoneNumbers: phoneNo,
        SignName: settings.signName,
        TemplateCode: (text && settings.noticeTemplateCode) || settings.templateCode,
        TemplateParam: JSON.stringify(text ? {} : { code }),
      });
      const url = new URL(`/?${query}`, settings.gateway);
      const headers = {
        'x-acs-action': 'SendSms',
        'x-acs-version': '2017-05-25',
        'x-acs-date': `${new Date(at).toISOString().slice(0, 19)}Z`,
        'x-acs-signature-nonce': randomUUID(),
        'x-acs-content-sha256': sha256(''),
      };
      const authorization = signForAliyun(url, headers, settings.key);
      return { url, headers: { ...headers, accept: 'application/json', authorization } };
    },

    read(answer: unknown) {
      const { Code, RequestId } = Answer.parse(answer);
      return { code: Code, requestId: RequestId };
    },
  };
  return createSmsProvider(protocol, deps);
}

/** Sorted by name and encoded after RFC 3986, as it is signed. */
function encodeQuery(fields: Record<string, string>): string {
  const names = Object.keys(fields).toSorted();
  return names.map((name) => `${encode(name)}=${encode(fields[name] ?? '')}`).join('&');
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

import type { Config } from '../../config.ts';
import { createAliyunSms } from './aliyun.ts';
import type { SmsSender } from './port.ts';
import type { SmsProviderDeps } from './provider.ts';
import { createTencentSms } from './tencent.ts';

/** The sender the configuration names; undefined where codes stay in the outbox. */
export function realSms(
  config: Config,
  { log, codeMinutes }: SmsProviderDeps & { codeMinutes: number },
): SmsSender | undefined {
  if (config.smsProvider === 'aliyun') {
    const settings = {
      key: { id: config.aliyunSmsAccessKeyId, secret: config.aliyunSmsAccessKeySecret },
      signName: config.aliyunSmsSignName,
      templateCode: config.aliyunSmsTemplateCode,
      noticeTemplateCode: config.aliyunSmsNoticeTemplateCode,
      gateway: config.aliyunSmsGateway,
    };
    return createAliyunSms(settings, { log });
  }
  if (config.smsProvider === 'tencent') {
    const settings = {
      key: { id: config.tencentSmsSecretId, secret: config.tencentSmsSecretKey },
      appId: config.tencentSmsAppId,
      signName: config.tencentSmsSignName,
      templateId: config.tencentSmsTemplateId,
      noticeTemplateId: config.tencentSmsNoticeTemplateId,
      region: config.tencentSmsRegion,
      gateway: config.tencentSmsGateway,
      moreVariables: config.isMinutesInTencentSms ? [String(codeMinutes)] : [],
    };
    return createTencentSms(settings, { log });
  }
  return undefined;
}

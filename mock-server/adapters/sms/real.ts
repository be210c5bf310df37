import type { Config } from '../../config.ts';
import { createAliyunSms } from './aliyun.ts';
import type { SmsSender } from './port.ts';
import type { SmsProviderDeps } from './provider.ts';
import { createTencentSms } from './tencent.ts';

type Deps = SmsProviderDeps & { codeMinutes: number };

const senders: Readonly<Record<Exclude<Config['smsProvider'], 'outbox'>, (config: Config, deps: Deps) => SmsSender>> = {
  aliyun: (config, deps) =>
    createAliyunSms(
      {
        key: { id: config.aliyunSmsAccessKeyId, secret: config.aliyunSmsAccessKeySecret },
        signName: config.aliyunSmsSignName,
        templateCode: config.aliyunSmsTemplateCode,
        noticeTemplateCode: config.aliyunSmsNoticeTemplateCode,
        gateway: config.aliyunSmsGateway,
      },
      deps,
    ),
  tencent: (config, deps) =>
    createTencentSms(
      {
        key: { id: config.tencentSmsSecretId, secret: config.tencentSmsSecretKey },
        appId: config.tencentSmsAppId,
        signName: config.tencentSmsSignName,
        templateId: config.tencentSmsTemplateId,
        noticeTemplateId: config.tencentSmsNoticeTemplateId,
        region: config.tencentSmsRegion,
        gateway: config.tencentSmsGateway,
        moreVariables: config.isMinutesInTencentSms ? [String(deps.codeMinutes)] : [],
      },
      deps,
    ),
};

/** The sender the configuration names; undefined where codes stay in the outbox. */
export function realSms(config: Config, deps: Deps): SmsSender | undefined {
  return config.smsProvider === 'outbox' ? undefined : senders[config.smsProvider](config, deps);
}

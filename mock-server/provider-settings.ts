import { z } from 'zod';
import { chatSettings } from './chat-settings.ts';
import { flag, setting, text, type ValuesOf } from './setting.ts';

/** Providers of text messages that reach a phone. */
export const smsProviders = ['aliyun', 'tencent'] as const;

const smsSettings = {
  smsProvider: setting(
    'SMS_PROVIDER',
    '短信服务：outbox 把验证码放进控制面的发件箱，aliyun 为阿里云短信，tencent 为腾讯云短信',
    z.enum(['outbox', ...smsProviders]).default('outbox'),
  ),
  aliyunSmsAccessKeyId: setting('ALIYUN_SMS_ACCESS_KEY_ID', '阿里云 AccessKey ID', text(128), { neededBy: 'aliyun' }),
  aliyunSmsAccessKeySecret: setting('ALIYUN_SMS_ACCESS_KEY_SECRET', '阿里云 AccessKey Secret', text(128), {
    neededBy: 'aliyun',
  }),
  aliyunSmsSignName: setting('ALIYUN_SMS_SIGN_NAME', '阿里云短信签名', text(64), { neededBy: 'aliyun' }),
  aliyunSmsTemplateCode: setting(
    'ALIYUN_SMS_TEMPLATE_CODE',
    '阿里云短信模板 CODE（SMS_ 开头）；模板只有一个变量 code',
    text(64),
    { neededBy: 'aliyun' },
  ),
  aliyunSmsNoticeTemplateCode: setting(
    'ALIYUN_SMS_NOTICE_TEMPLATE_CODE',
    '阿里云短信模板 CODE，账号换绑手机号或修改登录方式后通知原号码用；模板没有变量，不填则不通知',
    text(64),
  ),
  aliyunSmsGateway: setting(
    'ALIYUN_SMS_GATEWAY',
    '阿里云短信接口地址',
    z.url().default('https://dysmsapi.aliyuncs.com'),
  ),
  tencentSmsSecretId: setting('TENCENT_SMS_SECRET_ID', '腾讯云 SecretId', text(128), { neededBy: 'tencent' }),
  tencentSmsSecretKey: setting('TENCENT_SMS_SECRET_KEY', '腾讯云 SecretKey', text(128), { neededBy: 'tencent' }),
  tencentSmsAppId: setting('TENCENT_SMS_APP_ID', '腾讯云短信应用的 SDK AppID', text(64), { neededBy: 'tencent' }),
  tencentSmsSignName: setting('TENCENT_SMS_SIGN_NAME', '腾讯云短信签名内容', text(64), { neededBy: 'tencent' }),
  tencentSmsTemplateId: setting('TENCENT_SMS_TEMPLATE_ID', '腾讯云短信正文模板 ID', text(64), { neededBy: 'tencent' }),
  tencentSmsNoticeTemplateId: setting(
    'TENCENT_SMS_NOTICE_TEMPLATE_ID',
    '腾讯云短信正文模板 ID，账号换绑手机号或修改登录方式后通知原号码用；模板没有变量，不填则不通知',
    text(64),
  ),
  isMinutesInTencentSms: setting(
    'TENCENT_SMS_TEMPLATE_MINUTES',
    '模板是否有第二个变量，写验证码几分钟内有效',
    flag(false),
  ),
  tencentSmsRegion: setting('TENCENT_SMS_REGION', '腾讯云短信地域', z.string().min(1).max(64).default('ap-guangzhou')),
  tencentSmsGateway: setting(
    'TENCENT_SMS_GATEWAY',
    '腾讯云短信接口地址',
    z.url().default('https://sms.tencentcloudapi.com'),
  ),
} as const;

const emailSettings = {
  emailProvider: setting(
    'EMAIL_PROVIDER',
    '邮件服务：outbox 把验证码放进控制面的发件箱，smtp 由邮件服务器发出',
    z.enum(['outbox', 'smtp']).default('outbox'),
  ),
  smtpUrl: setting(
    'SMTP_URL',
    '邮件服务器，如 smtps://用户名:密码@smtp.example.com:465；用户名和密码里的特殊字符写成百分号编码',
    z.url({ protocol: /^smtps?$/, hostname: /./, error: '请填写 smtps:// 或 smtp:// 开头的地址' }).default(''),
    { neededBy: 'smtp' },
  ),
  emailFrom: setting(
    'EMAIL_FROM',
    '发件人地址，如 no-reply@example.com；前面可以写名字，地址放在尖括号里',
    z
      .string()
      .max(200)
      .regex(/^([^<>]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/, '请填写邮箱地址，如 筑绘 AI <no-reply@example.com>')
      .default(''),
    { neededBy: 'smtp' },
  ),
} as const;

const paymentSettings = {
  alipayProvider: setting(
    'ALIPAY_PROVIDER',
    '支付宝通道：simulated 为模拟收银台，alipay 为真实的支付宝，off 为不开通',
    z.enum(['simulated', 'alipay', 'off']).default('simulated'),
  ),
  alipayAppId: setting('ALIPAY_APP_ID', '支付宝应用 ID', text(64), { neededBy: 'alipay' }),
  alipaySellerId: setting('ALIPAY_SELLER_ID', '支付宝商户号（2088 开头）', text(64), { neededBy: 'alipay' }),
  alipayPrivateKey: setting(
    'ALIPAY_PRIVATE_KEY',
    '应用私钥：PEM 或 base64，或以 @ 开头的文件路径',
    z.string().default(''),
    { neededBy: 'alipay' },
  ),
  alipayPublicKey: setting(
    'ALIPAY_PUBLIC_KEY',
    '支付宝公钥：PEM 或 base64，或以 @ 开头的文件路径',
    z.string().default(''),
    { neededBy: 'alipay' },
  ),
  alipayGateway: setting('ALIPAY_GATEWAY', '支付宝网关', z.url().default('https://openapi.alipay.com/gateway.do')),
  wechatPayProvider: setting(
    'WECHAT_PAY_PROVIDER',
    '微信支付通道：simulated 为模拟收银台，wechat 为真实的微信支付，off 为不开通',
    z.enum(['simulated', 'wechat', 'off']).default('simulated'),
  ),
  wechatPayAppId: setting('WECHAT_PAY_APP_ID', '微信支付绑定的 AppID', text(64), { neededBy: 'wechat' }),
  wechatPayMerchantId: setting('WECHAT_PAY_MERCHANT_ID', '微信支付商户号', text(64), { neededBy: 'wechat' }),
  wechatPaySerial: setting('WECHAT_PAY_SERIAL', '商户 API 证书序列号', text(64), { neededBy: 'wechat' }),
  wechatPayPrivateKey: setting(
    'WECHAT_PAY_PRIVATE_KEY',
    '商户 API 私钥：PEM 或 base64，或以 @ 开头的文件路径',
    z.string().default(''),
    { neededBy: 'wechat' },
  ),
  wechatPayPublicKeyId: setting('WECHAT_PAY_PUBLIC_KEY_ID', '微信支付公钥 ID（PUB_KEY_ID_ 开头）', text(80), {
    neededBy: 'wechat',
  }),
  wechatPayPublicKey: setting(
    'WECHAT_PAY_PUBLIC_KEY',
    '微信支付公钥：PEM 或 base64，或以 @ 开头的文件路径',
    z.string().default(''),
    { neededBy: 'wechat' },
  ),
  wechatPayApiV3Key: setting('WECHAT_PAY_API_V3_KEY', 'APIv3 密钥，32 个字符', text(32), { neededBy: 'wechat' }),
  wechatPayGateway: setting('WECHAT_PAY_GATEWAY', '微信支付接口地址', z.url().default('https://api.mch.weixin.qq.com')),
} as const;

const qrLoginSettings = {
  qrLoginProvider: setting(
    'QR_LOGIN_PROVIDER',
    '微信扫码登录：simulated 为模拟手机，official-account 为公众号带参数二维码，off 为不开通',
    z.enum(['simulated', 'official-account', 'off']).default('simulated'),
  ),
  officialAccountAppId: setting('OFFICIAL_ACCOUNT_APP_ID', '公众号 AppID', text(64), { neededBy: 'official-account' }),
  officialAccountSecret: setting('OFFICIAL_ACCOUNT_SECRET', '公众号 AppSecret', text(64), {
    neededBy: 'official-account',
  }),
  officialAccountToken: setting(
    'OFFICIAL_ACCOUNT_TOKEN',
    '公众号服务器配置的 Token；消息加解密方式须为明文模式',
    text(32),
    { neededBy: 'official-account' },
  ),
  officialAccountGateway: setting(
    'OFFICIAL_ACCOUNT_GATEWAY',
    '公众号接口地址',
    z.url().default('https://api.weixin.qq.com'),
  ),
} as const;

/** Settings of the services outside, by the kind of service as the console lists it. */
export const serviceSettings = {
  sms: smsSettings,
  email: emailSettings,
  payment: paymentSettings,
  qrLogin: qrLoginSettings,
  chat: chatSettings,
} as const;

/** Settings of all services outside in one table. */
export const providerSettings = {
  ...smsSettings,
  ...emailSettings,
  ...paymentSettings,
  ...qrLoginSettings,
  ...chatSettings,
} as const;

type ProviderConfig = ValuesOf<typeof providerSettings>;
type ProviderSetting = keyof ProviderConfig;

const namesOfSettings = Object.keys(providerSettings) as ProviderSetting[];

/** Settings that the chosen services do not work without. */
export function settingsInNeed(config: ProviderConfig): ProviderSetting[] {
  const chosen = new Set(namesOfSettings.filter((name) => name.endsWith('Provider')).map((name) => config[name]));
  return namesOfSettings.filter((name) => {
    const { neededBy } = providerSettings[name];
    return neededBy !== undefined && chosen.has(neededBy);
  });
}

import { availableParallelism } from 'node:os';
import path from 'node:path';
import { z } from 'zod';

/** Every setting of the server: one table, read from environment variables and checked at start. */
interface Setting<S extends z.ZodType = z.ZodType> {
  env: string;
  doc: string;
  schema: S;
}

const setting = <S extends z.ZodType>(env: string, doc: string, schema: S): Setting<S> => ({ env, doc, schema });
const count = (start: number, min: number, max: number) => z.coerce.number().int().min(min).max(max).default(start);
const listOf = (text: string) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
const flag = (start: boolean) => z.stringbool().default(start);

export const settings = {
  mode: setting(
    'MODE',
    'local：本机模式，带控制面 /__mock 与模拟服务；production：正式环境，拒绝模拟服务与默认密码',
    z.enum(['local', 'production']).default('local'),
  ),
  port: setting('PORT', '监听端口', count(8000, 0, 65_535)),
  host: setting('HOST', '监听地址；本机模式默认只听 127.0.0.1', z.string().default('')),
  dataDir: setting('DATA_DIR', '数据目录：数据库、图片、缓存', z.string().min(1).default('./data')),
  distDir: setting('DIST_DIR', '前端构建产物目录', z.string().min(1).default('./dist')),
  logLevel: setting(
    'LOG_LEVEL',
    '日志级别；本机模式默认 warn，正式环境默认 info',
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).optional(),
  ),
  trustedProxies: setting('TRUST_PROXY', '前面有几层反向代理（0 为没有）', count(0, 0, 10)),
  adminPassword: setting('ADMIN_PASSWORD', '首次启动时 admin 的密码；正式环境必填', z.string().min(8).optional()),
  sessionDays: setting('SESSION_DAYS', '用户会话天数', count(30, 1, 365)),
  staffSessionDays: setting('STAFF_SESSION_DAYS', '员工会话天数', count(1, 1, 30)),
  smsProvider: setting(
    'SMS_PROVIDER',
    '短信服务：outbox 把验证码放进控制面的发件箱',
    z.enum(['outbox']).default('outbox'),
  ),
  filingNumber: setting('FILING_NUMBER', '页脚的 ICP 备案号', z.string().max(60).default('')),
  isAgreementTicked: setting(
    'AGREEMENT_TICKED',
    '登录页协议勾选框的初始值。规格默认 true；工信部要求不得默认勾选，正式环境建议 false',
    flag(true),
  ),
  publicUrl: setting(
    'PUBLIC_URL',
    '用户访问本站的地址，如 https://zhuhui.example.com；支付通知、二维码用它。不填时取浏览器请求的地址',
    z
      .url({ protocol: /^https?$/ })
      .transform((url) => url.replace(/\/+$/, ''))
      .optional(),
  ),
  isEmailLoginOpen: setting('EMAIL_LOGIN', '是否开放邮箱验证码登录', flag(false)),
  isAccountLoginOpen: setting('ACCOUNT_LOGIN', '是否开放账号密码登录', flag(false)),
  emailProvider: setting(
    'EMAIL_PROVIDER',
    '邮件服务：outbox 把验证码放进控制面的发件箱',
    z.enum(['outbox']).default('outbox'),
  ),
  casServices: setting(
    'CAS_SERVICES',
    '允许使用 CAS 单点登录的服务地址前缀，逗号分隔；本机模式不填时允许本机地址',
    z
      .string()
      .max(4000)
      .default('')
      .refine((text) => listOf(text).every((prefix) => /^https?:/.test(prefix) && URL.canParse(prefix)), {
        message: '请填写完整的地址，如 https://wiki.example.com/',
      }),
  ),
  alipayProvider: setting(
    'ALIPAY_PROVIDER',
    '支付宝通道：simulated 为模拟收银台，alipay 为真实的支付宝，off 为不开通',
    z.enum(['simulated', 'alipay', 'off']).default('simulated'),
  ),
  alipayAppId: setting('ALIPAY_APP_ID', '支付宝应用 ID', z.string().max(64).default('')),
  alipaySellerId: setting('ALIPAY_SELLER_ID', '支付宝商户号（2088 开头）', z.string().max(64).default('')),
  alipayPrivateKey: setting(
    'ALIPAY_PRIVATE_KEY',
    '应用私钥：PEM 或 base64，或以 @ 开头的文件路径',
    z.string().default(''),
  ),
  alipayPublicKey: setting(
    'ALIPAY_PUBLIC_KEY',
    '支付宝公钥：PEM 或 base64，或以 @ 开头的文件路径',
    z.string().default(''),
  ),
  alipayGateway: setting('ALIPAY_GATEWAY', '支付宝网关', z.url().default('https://openapi.alipay.com/gateway.do')),
  wechatPayProvider: setting(
    'WECHAT_PAY_PROVIDER',
    '微信支付通道：simulated 为模拟收银台，wechat 为真实的微信支付，off 为不开通',
    z.enum(['simulated', 'wechat', 'off']).default('simulated'),
  ),
  wechatPayAppId: setting('WECHAT_PAY_APP_ID', '微信支付绑定的 AppID', z.string().max(64).default('')),
  wechatPayMerchantId: setting('WECHAT_PAY_MERCHANT_ID', '微信支付商户号', z.string().max(64).default('')),
  wechatPaySerial: setting('WECHAT_PAY_SERIAL', '商户 API 证书序列号', z.string().max(64).default('')),
  wechatPayPrivateKey: setting(
    'WECHAT_PAY_PRIVATE_KEY',
    '商户 API 私钥：PEM 或 base64，或以 @ 开头的文件路径',
    z.string().default(''),
  ),
  wechatPayPublicKeyId: setting(
    'WECHAT_PAY_PUBLIC_KEY_ID',
    '微信支付公钥 ID（PUB_KEY_ID_ 开头）',
    z.string().max(80).default(''),
  ),
  wechatPayPublicKey: setting(
    'WECHAT_PAY_PUBLIC_KEY',
    '微信支付公钥：PEM 或 base64，或以 @ 开头的文件路径',
    z.string().default(''),
  ),
  wechatPayApiV3Key: setting('WECHAT_PAY_API_V3_KEY', 'APIv3 密钥，32 个字符', z.string().max(32).default('')),
  wechatPayGateway: setting('WECHAT_PAY_GATEWAY', '微信支付接口地址', z.url().default('https://api.mch.weixin.qq.com')),
  qrLoginProvider: setting(
    'QR_LOGIN_PROVIDER',
    '微信扫码登录：simulated 为模拟手机，official-account 为公众号带参数二维码，off 为不开通',
    z.enum(['simulated', 'official-account', 'off']).default('simulated'),
  ),
  officialAccountAppId: setting('OFFICIAL_ACCOUNT_APP_ID', '公众号 AppID', z.string().max(64).default('')),
  officialAccountSecret: setting('OFFICIAL_ACCOUNT_SECRET', '公众号 AppSecret', z.string().max(64).default('')),
  officialAccountToken: setting(
    'OFFICIAL_ACCOUNT_TOKEN',
    '公众号服务器配置的 Token；消息加解密方式须为明文模式',
    z.string().max(32).default(''),
  ),
  officialAccountGateway: setting(
    'OFFICIAL_ACCOUNT_GATEWAY',
    '公众号接口地址',
    z.url().default('https://api.weixin.qq.com'),
  ),
  giftCeiling: setting('GIFT_CEILING', '每名员工每天最多赠送的券', count(5000, 0, 10_000_000)),
  engineThreads: setting('ENGINE_THREADS', '内置引擎的线程数', count(availableParallelism(), 1, 64)),
  taskConcurrency: setting('TASK_CONCURRENCY', '同时运行的任务数', count(Math.max(1, availableParallelism()), 1, 64)),
  uploadMegabytes: setting('UPLOAD_MEGABYTES', '单张图片的上限，MB', count(20, 1, 100)),
} as const;

/** Password of the example staff, and of the administrator where none is set; refused in production. */
export const localPassword = 'zhuhui-admin';

type Settings = typeof settings;
export type Config = { -readonly [K in keyof Settings]: z.output<Settings[K]['schema']> };

/** A configuration the server refuses to start with; `message` lists every fault in Chinese. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Reads and checks all settings. Throws {@link ConfigError}. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const faults: string[] = [];
  const entries = Object.entries(settings).map(([name, { env, schema }]) => {
    const text = environment[env];
    const result = schema.safeParse(text === '' ? undefined : text);
    if (!result.success)
      faults.push(`${env}${shownValue(env, text)}：${result.error.issues.map((issue) => issue.message).join('；')}`);
    return [name, result.data];
  });
  const config = Object.fromEntries(entries) as Config;
  if (faults.length === 0) faults.push(...missingSettings(config));
  if (faults.length === 0 && config.mode === 'production') faults.push(...productionFaults(config));
  if (faults.length > 0) throw new ConfigError(`配置有误，服务没有启动：\n  ${faults.join('\n  ')}`);
  return { ...config, dataDir: path.resolve(config.dataDir), distDir: path.resolve(config.distDir) };
}

/** What the chosen outside services cannot do without. */
function missingSettings(config: Config): string[] {
  const needed: Array<keyof Config> = [
    ...(config.alipayProvider === 'alipay' ? alipaySettings : []),
    ...(config.wechatPayProvider === 'wechat' ? wechatPaySettings : []),
    ...(config.qrLoginProvider === 'official-account' ? officialAccountSettings : []),
  ];
  return needed.filter((name) => !config[name]).map((name) => `${settings[name].env}：所选的服务需要它，请填写`);
}

const alipaySettings = ['alipayAppId', 'alipaySellerId', 'alipayPrivateKey', 'alipayPublicKey'] as const;
const wechatPaySettings = [
  'wechatPayAppId',
  'wechatPayMerchantId',
  'wechatPaySerial',
  'wechatPayPrivateKey',
  'wechatPayPublicKeyId',
  'wechatPayPublicKey',
  'wechatPayApiV3Key',
] as const;
const officialAccountSettings = ['officialAccountAppId', 'officialAccountSecret', 'officialAccountToken'] as const;

/** What was set, for the person who set it; a secret does not go to a terminal or a log. */
function shownValue(env: string, text: string | undefined): string {
  return /KEY|PASSWORD|SECRET|TOKEN/.test(env) ? '' : `=${text ?? ''}`;
}

function productionFaults(config: Config): string[] {
  const faults: string[] = [];
  if (!config.adminPassword) faults.push('ADMIN_PASSWORD：正式环境必须设置管理员密码');
  if (config.adminPassword === localPassword) faults.push('ADMIN_PASSWORD：正式环境不能使用本机模式的默认密码');
  if (config.smsProvider === 'outbox') faults.push('SMS_PROVIDER：正式环境不能使用模拟短信 outbox');
  if (config.isEmailLoginOpen && config.emailProvider === 'outbox')
    faults.push('EMAIL_PROVIDER：正式环境开放邮箱登录时不能使用模拟邮件 outbox');
  if (config.alipayProvider === 'simulated')
    faults.push('ALIPAY_PROVIDER：正式环境不能使用模拟收银台，请设为 alipay 或 off');
  if (config.wechatPayProvider === 'simulated')
    faults.push('WECHAT_PAY_PROVIDER：正式环境不能使用模拟收银台，请设为 wechat 或 off');
  if (config.qrLoginProvider === 'simulated')
    faults.push('QR_LOGIN_PROVIDER：正式环境不能使用模拟手机，请设为 official-account 或 off');
  const takesMoney = config.alipayProvider === 'alipay' || config.wechatPayProvider === 'wechat';
  if (takesMoney && !config.publicUrl) faults.push('PUBLIC_URL：开通支付后必须填写，支付渠道按它通知本站');
  return faults;
}

/** `docs/SETTINGS.md`. */
export function settingsDocument(): string {
  const rows = Object.values(settings).map(({ env, doc, schema }) => {
    const start = schema.safeParse(undefined).data;
    const isMachineDependent = env === 'ENGINE_THREADS' || env === 'TASK_CONCURRENCY';
    const shown = isMachineDependent ? 'CPU 核数' : start === undefined || start === '' ? '–' : `\`${start}\``;
    return `| \`${env}\` | ${shown} | ${doc} |`;
  });
  return `# 设置

由 \`scripts/settings-doc.ts\` 从 \`mock-server/config.ts\` 生成，请勿手改。所有设置都是环境变量，启动时检查，有误则拒绝启动并说明原因。

| 环境变量 | 默认 | 说明 |
|---|---|---|
${rows.join('\n')}
`;
}

import { availableParallelism } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { sentenceOf } from '#shared/contract/sentence';
import { providerSettings, serviceSettings, settingsInNeed, smsProviders } from './provider-settings.ts';
import { flag, setting, text, type ValuesOf } from './setting.ts';

const count = (start: number, min: number, max: number) => z.coerce.number().int().min(min).max(max).default(start);
const listOf = (text: string) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

const isWebAddress = (text: string) => /^https?:\/\//.test(text) && URL.canParse(text);
/** A page on the web, or nothing. */
const webAddress = z
  .string()
  .max(2000)
  .default('')
  .refine((text) => text === '' || isWebAddress(text), { message: '请填写完整的网址，如 https://example.com/' });

const engineSettings = {
  testEngine: setting(
    'TEST_ENGINE',
    'fast：任务默认由测试引擎运行，几十毫秒内给出与底图相似但没有画工的结果，供自动化测试使用；仍可在参数里点名内置引擎。正式环境拒绝',
    z.enum(['off', 'fast']).default('off'),
  ),
  enginesFile: setting(
    'ENGINES_FILE',
    '外接生成引擎的文件（JSON），见 docs/ENGINES.md；不填则只有内置引擎',
    z.string().max(4000).optional(),
  ),
  engineThreads: setting('ENGINE_THREADS', '内置引擎的线程数', count(availableParallelism(), 1, 64)),
  modelRuntime: setting(
    'MODEL_RUNTIME',
    '神经网络用什么运行：auto 优先用 onnxruntime-node，装不上时用 onnxruntime-web；native、web 只用其中一种；off 不使用，识别场景和文字改用传统算法',
    z.enum(['auto', 'native', 'web', 'off']).default('auto'),
  ),
  modelMegabytes: setting(
    'MODEL_MEGABYTES',
    '运行神经网络的进程最多占用的内存，MB；超过就结束它。默认为内存的 40 %，最多 3000',
    z.coerce.number().int().min(200).max(1_000_000).optional(),
  ),
  taskConcurrency: setting('TASK_CONCURRENCY', '同时运行的任务数', count(Math.max(1, availableParallelism()), 1, 64)),
} as const;

/** Every setting of the server: one table, read from environment variables and checked at start. */
export const settings = {
  mode: setting(
    'MODE',
    'local：本机模式，带控制面 /__mock 与模拟服务；production：正式环境，拒绝模拟服务与默认密码',
    z.enum(['local', 'production']).default('local'),
  ),
  port: setting('PORT', '监听端口', count(8000, 0, 65_535)),
  host: setting('HOST', '监听地址；本机模式默认只听 127.0.0.1', z.string().default('')),
  dataDir: setting('DATA_DIR', '数据目录：数据库、图片、缓存', z.string().min(1).default('./data')),
  acceptDatabase: setting(
    'ACCEPT_DATABASE',
    'older：数据库缺失、为空、比图片旧或属于另一套安装时也启动，只在确认后用一次；没有记录的图片移到 files-quarantine',
    z.enum(['older']).optional(),
  ),
  distDir: setting('DIST_DIR', '前端构建产物目录', z.string().min(1).default('./dist')),
  logLevel: setting(
    'LOG_LEVEL',
    '日志级别；本机模式默认 warn，正式环境默认 info',
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).optional(),
  ),
  allowedHosts: setting(
    'ALLOWED_HOSTS',
    '除 PUBLIC_URL 的域名外，还在哪些域名下提供服务，逗号分隔。本机模式只答复这些域名、localhost 和数字 IP；正式环境填写后同样只答复这些，不填则不检查',
    z
      .string()
      .max(4000)
      .default('')
      .transform((text) => listOf(text.toLowerCase()))
      .refine((names) => names.every((name) => /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(name)), {
        message: '请填写域名，不带协议和端口，如 zhuhui.example.com',
      }),
  ),
  metricsToken: setting(
    'METRICS_TOKEN',
    '读取 /metrics（Prometheus 格式的运行指标）用的令牌，至少 16 个字符；不填时正式环境没有这个页面，本机模式只给本机',
    z.string().min(16).max(200).optional(),
  ),
  slowStatementMs: setting(
    'SLOW_STATEMENT_MS',
    '数据库语句超过多少毫秒算慢，列在控制台的“慢语句与慢任务”里（只有语句的形状，没有数值）',
    count(20, 1, 60_000),
  ),
  trustedProxies: setting('TRUST_PROXY', '前面有几层反向代理（0 为没有）', count(0, 0, 10)),
  adminPassword: setting('ADMIN_PASSWORD', '首次启动时 admin 的密码；正式环境必填', z.string().min(8).optional()),
  sessionDays: setting('SESSION_DAYS', '用户会话天数', count(30, 1, 365)),
  staffSessionDays: setting('STAFF_SESSION_DAYS', '员工会话天数', count(1, 1, 30)),
  filingNumber: setting('FILING_NUMBER', '页脚的 ICP 备案号', text(60)),
  contactUrl: setting('CONTACT_URL', '“联系客服”二维码的内容，如企业微信客服链接；不填则没有这个入口', webAddress),
  contactHours: setting('CONTACT_HOURS', '“联系客服”里写的服务时间，如“工作日 9:00–18:00”', text(60)),
  clientDownloads: setting(
    'CLIENT_DOWNLOADS',
    '“下载客户端”里的安装包，写作 名称=网址，逗号分隔；不填则没有这个入口',
    z
      .string()
      .max(4000)
      .default('')
      .transform((text) =>
        listOf(text).map((item) => {
          const [name = '', ...rest] = item.split('=');
          return { name: name.trim(), url: rest.join('=').trim() };
        }),
      )
      .refine((list) => list.every(({ name, url }) => name !== '' && isWebAddress(url)), {
        message: '请写作 名称=网址，如 Windows=https://example.com/zhuhui.exe',
      }),
  ),
  extensionUrl: setting('EXTENSION_URL', '浏览器插件的安装页；不填则没有“浏览器插件”这个入口', webAddress),
  isAgreementTicked: setting(
    'AGREEMENT_TICKED',
    '登录页协议勾选框的初始值。工信部要求不得默认勾选，正式环境建议 false',
    flag(true),
  ),
  publicUrl: setting(
    'PUBLIC_URL',
    '用户访问本站的地址，如 https://zhuhui.example.com；支付通知、二维码用它。不填时取浏览器请求的地址',
    z
      .url({ protocol: /^https?$/ })
      .transform((url) => url.replace(/(?<!\/)\/+$/, ''))
      .optional(),
  ),
  isEmailLoginOpen: setting('EMAIL_LOGIN', '是否开放邮箱验证码登录', flag(false)),
  isAccountLoginOpen: setting('ACCOUNT_LOGIN', '是否开放账号密码登录', flag(false)),
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
  ...providerSettings,
  giftCeiling: setting('GIFT_CEILING', '每名员工每天最多赠送的券', count(5000, 0, 10_000_000)),
  refundCeiling: setting(
    'REFUND_CEILING',
    '每名员工每天能独自退回的金额（分），再多须另一人批准',
    count(100_000, 0, 1_000_000_000),
  ),
  agreementNoticeDays: setting(
    'AGREEMENT_NOTICE_DAYS',
    '要求重新同意的协议，从发布到生效至少间隔的天数',
    count(7, 0, 365),
  ),
  isSingleStaff: setting(
    'SINGLE_STAFF',
    '声明这套安装只有一个人管理：没有别人能批准时，本人等满 24 小时后可凭自己的动态码批准，并记入审计',
    flag(false),
  ),
  isGalleryGrowing: setting(
    'GALLERY_MORE',
    '首次启动放入示例图库后，是否在没有别的任务时由内置引擎继续绘制更多示例图，逐张放进图库。只在本机模式',
    flag(true),
  ),
  ...engineSettings,
  uploadMegabytes: setting('UPLOAD_MEGABYTES', '单张图片的上限，MB', count(20, 1, 100)),
  buildingMegabytes: setting('BUILDING_MEGABYTES', '单个建筑模型文件的上限，MB', count(200, 1, 1024)),
} as const;

/** Password of the example staff, and of the administrator where none is set; refused in production. */
export const localPassword = 'zhuhui-admin';

export type Config = ValuesOf<typeof settings>;

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
      faults.push(`${env}${shownValue(env, text)}：${result.error.issues.map(sentenceOf).join('；')}`);
    return [name, result.data];
  });
  const config = Object.fromEntries(entries) as Config;
  if (faults.length === 0) faults.push(...missingSettings(config));
  if (faults.length === 0 && config.mode === 'production') faults.push(...productionFaults(config));
  if (faults.length > 0) throw new ConfigError(`配置有误，服务没有启动：\n  ${faults.join('\n  ')}`);
  return { ...config, dataDir: path.resolve(config.dataDir), distDir: path.resolve(config.distDir) };
}

/** Warnings in Chinese for settings that are allowed but unlikely to be meant; shown at the start, which continues. */
export function settingWarnings({ mode, publicUrl, trustedProxies, host }: Config): string[] {
  const warnings: string[] = [];
  if (publicUrl?.startsWith('https:') && trustedProxies === 0)
    warnings.push(
      'PUBLIC_URL 是 https 地址，而 TRUST_PROXY=0：本程序自己不提供 https，前面应有反向代理。请把 TRUST_PROXY 设为代理的层数，否则所有访客算作同一个网络地址，共用登录和验证码的次数限制',
    );
  if (mode === 'local' && trustedProxies > 0 && !publicUrl && !host)
    warnings.push(
      `本机模式只听本机，而 TRUST_PROXY=${trustedProxies}：前面没有反向代理时，访客可以伪造网络地址、绕过次数限制。没有代理请设为 0，有代理请填写 PUBLIC_URL`,
    );
  if (mode === 'production' && !publicUrl)
    warnings.push(
      'PUBLIC_URL 没有填写：二维码和单点登录的地址取自请求的 Host，来访者可以伪造。请填写用户访问本站的地址',
    );
  if (mode === 'production' && publicUrl?.startsWith('http:'))
    warnings.push('PUBLIC_URL 不是 https 地址：登录凭证会以明文传输，请使用 https');
  return warnings;
}

/** Faults of settings that the chosen services do not work without. */
function missingSettings(config: Config): string[] {
  const missing = settingsInNeed(config).filter((name) => !config[name]);
  return missing.map((name) => `${settings[name].env}：所选的服务需要它，请填写`);
}

const settingsOfServices = Object.entries({ ...serviceSettings, render: engineSettings });
const serviceOf = (name: string) => settingsOfServices.find(([, table]) => Object.hasOwn(table, name))?.[0];

/** Every setting as the console shows it: where it comes from, which service it belongs to, and no secret. */
export function environmentOf(config: Config, environment: Record<string, string | undefined>) {
  return Object.entries(settings).map(([name, { env, doc, schema }]) => {
    const given = environment[env] ?? '';
    const value = config[name as keyof Config];
    const isSecret = secretSettings.test(env);
    const words = (shown: unknown) =>
      isNothing(shown) ? '–' : typeof shown === 'object' ? JSON.stringify(shown) : String(shown);
    const usual: unknown = schema.safeParse(undefined).data;
    const source = given === '' ? 'default' : given.startsWith('@') ? 'file' : 'environment';
    return {
      ...{
        variable: env,
        help: doc,
        service: serviceOf(name),
        isSecret,
        source: source as 'default' | 'environment' | 'file',
      },
      shown: isSecret ? (isNothing(value) ? '未设置' : '••••••') : words(value),
      usual: isSecret ? '–' : words(usual),
    };
  });
}

const secretSettings = /KEY|PASSWORD|SECRET|TOKEN|SMTP_URL|CHAT_BASE_URL|CHAT_MODELS/;

/** The given value, for the operator; empty for a secret, which must not reach a terminal or a log. */
function shownValue(env: string, text: string | undefined): string {
  return secretSettings.test(env) ? '' : `=${text ?? ''}`;
}

function productionFaults(config: Config): string[] {
  const faults: string[] = [];
  if (!config.adminPassword) faults.push('ADMIN_PASSWORD：正式环境必须设置管理员密码');
  if (config.adminPassword === localPassword) faults.push('ADMIN_PASSWORD：正式环境不能使用本机模式的默认密码');
  if (config.smsProvider === 'outbox')
    faults.push(`SMS_PROVIDER：正式环境不能使用模拟短信 outbox，请设为 ${smsProviders.join(' 或 ')}`);
  if (config.isEmailLoginOpen && config.emailProvider === 'outbox')
    faults.push('EMAIL_PROVIDER：正式环境开放邮箱登录时不能使用模拟邮件 outbox，请设为 smtp');
  if (config.alipayProvider === 'simulated')
    faults.push('ALIPAY_PROVIDER：正式环境不能使用模拟收银台，请设为 alipay 或 off');
  if (config.wechatPayProvider === 'simulated')
    faults.push('WECHAT_PAY_PROVIDER：正式环境不能使用模拟收银台，请设为 wechat 或 off');
  if (config.qrLoginProvider === 'simulated')
    faults.push('QR_LOGIN_PROVIDER：正式环境不能使用模拟手机，请设为 official-account 或 off');
  if (config.testEngine !== 'off') faults.push('TEST_ENGINE：正式环境不能使用测试引擎，请去掉这项设置');
  const takesMoney = config.alipayProvider === 'alipay' || config.wechatPayProvider === 'wechat';
  if (takesMoney && !config.publicUrl) faults.push('PUBLIC_URL：开通支付后必须填写，支付渠道按它通知本站');
  return faults;
}

const isNothing = (start: unknown) => start === undefined || String(start) === '';

/** `docs/SETTINGS.md`. */
export function settingsDocument(): string {
  const rows = Object.values(settings).map(({ env, doc, schema }) => {
    const start: unknown = schema.safeParse(undefined).data;
    const isMachineDependent = env === 'ENGINE_THREADS' || env === 'TASK_CONCURRENCY';
    const shown = isMachineDependent ? 'CPU 核数' : isNothing(start) ? '–' : `\`${start}\``;
    return `| \`${env}\` | ${shown} | ${doc} |`;
  });
  return `# 设置

由 \`scripts/settings-doc.ts\` 从 \`mock-server/config.ts\` 生成，请勿手改。所有设置都是环境变量，启动时检查，有误则拒绝启动并说明原因。

| 环境变量 | 默认 | 说明 |
|---|---|---|
${rows.join('\n')}
`;
}

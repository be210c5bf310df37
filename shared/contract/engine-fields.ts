import { z } from 'zod';
import { adapterSentence, engineAdapterNames } from '../domain/engine-adapters.ts';
import { plans } from '../domain/plan.ts';
import { toolById } from '../tools/registry.ts';

/** Names of the engines that come with the product. */
const takenNames = ['embedded', 'test'];

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Text that a header may carry: one line of Latin characters. */
const headerText = /^[\t\x20-\x7e\x80-\xff]*$/;
/** Headers that belong to the connection, which a request cannot set. */
const connectionHeaders = [
  ...(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive', 'upgrade', 'expect'] as const),
  ...(['te', 'trailer'] as const),
];

/** Name of a request header of an engine's calls. */
export const HeaderName = z
  .string()
  .max(100)
  .regex(token, '请求头的名称只能用英文字母、数字和连字符')
  .refine((name) => !connectionHeaders.some((taken) => taken === name.toLowerCase()), '这个请求头由连接决定，不能设置');
export const HeaderValue = z.string().max(4000).regex(headerText, '请求头的值只能是一行英文字符，不能有换行和控制字符');

/** An address of a service, without a slash at its end. */
const ServiceAddress = z
  .string()
  .max(300)
  .superRefine((text, context) => {
    const fault = addressFault(text);
    if (fault) context.addIssue({ code: 'custom', message: fault });
  })
  .transform((text) => text.trim().replace(/(?<!\/)\/+$/, ''));

function addressFault(text: string): string | undefined {
  const url = URL.parse(text.trim());
  if (!url || !/^https?:\/\/[^/]/i.test(text.trim()) || url.hostname === '')
    return '请填写完整的地址，以 http:// 或 https:// 开头，如 http://127.0.0.1:8188';
  if (url.username !== '' || url.password !== '') return '地址里不能有用户名和密码，请用请求头传递';
  if (text.includes('?') || text.includes('#')) return '地址里不能有 ? 和 # 之后的部分';
  return undefined;
}

/** Name of a model file below its folder, as servers list it. */
const ModelName = z
  .string()
  .min(1)
  .max(300)
  .refine(
    (name) =>
      !/\p{Cc}/u.test(name) && !/^([\\/]|[A-Za-z]:)/.test(name) && !name.split(/[\\/]/).some((part) => part === '..'),
    '请填写模型文件夹里的文件名，不能用 ../ 或绝对路径',
  );

const ToolId = z.string().refine((id) => toolById(id) !== undefined, '没有这个工具');

const BudgetFen = z.int().min(1).max(100_000_000);

export const EngineBudgetSettings = z
  .strictObject({
    /** Reserved for each run before it starts. */
    perRunFen: BudgetFen,
    dayFen: BudgetFen.optional(),
    monthFen: BudgetFen.optional(),
  })
  .superRefine(({ perRunFen, dayFen, monthFen }, context) => {
    const say = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    const words = `不能小于每次预留的 ${perRunFen} 分，否则一次也不能运行`;
    if (dayFen !== undefined && dayFen < perRunFen) say('dayFen', words);
    if (monthFen !== undefined && monthFen < perRunFen) say('monthFen', words);
  });

/** A value of a setting that one adapter alone has: a text, an amount, or a list of texts. */
export const EngineOptionValue = z.union([
  z.string().max(300),
  z.number().min(0).max(1_000_000),
  z.array(z.string().max(300)).max(20),
]);
export type EngineOptionValue = z.infer<typeof EngineOptionValue>;

/** Settings of one adapter alone, by name; those that are left out have their usual values. */
export const EngineOptions = z.record(z.string().max(40), EngineOptionValue);
export type EngineOptions = z.infer<typeof EngineOptions>;

/** Settings in common to the file of engines and the console. */
export const engineFields = {
  title: z.string().trim().min(1).max(20),
  adapter: z.enum(engineAdapterNames, adapterSentence),
  address: ServiceAddress,
  /** The operator's model files by the names that graphs have. */
  models: z.record(z.string().max(300), ModelName),
  tools: z.array(ToolId).min(1).superRefine(once('工具')),
  priceFactor: z.number().min(0).max(100),
  /** Runs at once. */
  laneSize: z.int().min(1).max(64),
  timeLimitSeconds: z.int().min(10).max(7200),
  budget: EngineBudgetSettings,
  plans: z.array(z.enum(plans)).min(1).superRefine(once('会员档位')),
  /** True when pictures and words are sent to somebody else. */
  leavesHouse: z.boolean(),
  graphs: z.array(z.string().min(1).max(300)).min(1).superRefine(once('图')),
} as const;

/** Kept with tasks: it must not change while tasks name it. */
export const EngineName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{1,31}$/, '名称用小写字母开头，只含小写字母、数字和连字符，2–32 个字符')
  .refine((name) => !takenNames.includes(name), `名称 ${takenNames.join(' 和 ')} 已被占用`);

/** Values that stand in a list more than once, each named once. */
export function repeated(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, at) => values.indexOf(value) !== at))];
}

function once(what: string) {
  return (values: readonly string[], context: { addIssue(issue: { code: 'custom'; message: string }): void }) => {
    for (const value of repeated(values)) context.addIssue({ code: 'custom', message: `${what} ${value} 写了两次` });
  };
}

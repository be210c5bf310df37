import { z } from 'zod';
import { plans } from '#shared/domain/plan';
import { toolById } from '#shared/tools/registry';
import { type GraphFile, licenceIds } from './comfyui/graph-file.ts';

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

/** A request header and its value. */
const HeaderName = z
  .string()
  .regex(token, '请求头的名称只能用英文字母、数字和连字符')
  .refine((name) => !connectionHeaders.some((taken) => taken === name.toLowerCase()), '这个请求头由连接决定，不能设置');
const HeaderValue = z.string().max(4000).regex(headerText, '请求头的值只能是一行英文字符，不能有换行和控制字符');

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

const Fen = z.int().min(1).max(100_000_000);

export const EngineBudgetSettings = z
  .strictObject({
    /** Reserved for each run before it starts. */
    perRunFen: Fen,
    dayFen: Fen.optional(),
    monthFen: Fen.optional(),
  })
  .superRefine(({ perRunFen, dayFen, monthFen }, context) => {
    const say = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    const words = `不能小于每次预留的 ${perRunFen} 分，否则一次也不能运行`;
    if (dayFen !== undefined && dayFen < perRunFen) say('dayFen', words);
    if (monthFen !== undefined && monthFen < perRunFen) say('monthFen', words);
  });

/** Settings in common to the file of engines and the console. */
const engineTermFields = {
  title: z.string().trim().min(1).max(20),
  adapter: z.enum(['comfyui'], '现在支持的适配器：comfyui'),
  address: ServiceAddress,
  /** The operator's model files by the names that graphs have. */
  models: z.record(z.string(), ModelName).default({}),
  tools: z.array(ToolId).min(1).superRefine(once('工具')).optional(),
  priceFactor: z.number().min(0).max(100).default(1),
  /** Runs at once. */
  laneSize: z.int().min(1).max(64).default(1),
  timeLimitSeconds: z.int().min(10).max(7200).default(600),
  budget: EngineBudgetSettings.optional(),
  plans: z.array(z.enum(plans)).min(1).superRefine(once('会员档位')).optional(),
  /** Licences of graphs that the operator has confirmed, by id. */
  confirmedLicences: z.array(z.enum(licenceIds)).default([]),
  /** True when pictures and words are sent to somebody else. */
  leavesHouse: z.boolean(),
} as const;

/** Kept with tasks: it must not change while tasks name it. */
const EngineName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{1,31}$/, '名称用小写字母开头，只含小写字母、数字和连字符，2–32 个字符')
  .refine((name) => !takenNames.includes(name), `名称 ${takenNames.join(' 和 ')} 已被占用`);

/** An engine that the operator connects, as it stands in the file that `ENGINES_FILE` names. */
export const EngineSettings = z.strictObject({
  name: EngineName,
  ...engineTermFields,
  /** Headers of every request, for services behind a gate; kept secret. */
  headers: z
    .record(HeaderName, HeaderValue)
    .superRefine((headers, context) => {
      const names = Object.keys(headers).map((name) => name.toLowerCase());
      for (const name of repeated(names))
        context.addIssue({ code: 'custom', path: [name], message: `请求头 ${name} 写了两次` });
    })
    .default({}),
  /** Graphs by id, or paths of files of the operator's, from the folder of this file; all that are shipped when absent. */
  graphs: z.array(z.string().min(1)).min(1).superRefine(once('图')).optional(),
});
export type EngineSettings = z.infer<typeof EngineSettings> & { graphFiles: readonly GraphFile[] };

/** Why an engine with these graphs would not do what its settings say; each with the path of the setting. */
export function graphFaults(
  { graphs, tools, models }: Pick<z.infer<typeof EngineSettings>, 'graphs' | 'tools' | 'models'>,
  files: readonly GraphFile[],
): Array<{ path: string; sentence: string }> {
  const able = new Set(files.flatMap((file) => file.tools));
  const needed = new Set(files.flatMap((file) => file.needs.models.map(({ name }) => name)));
  const idle = tools && graphs ? files.filter((file) => !file.tools.some((tool) => tools.includes(tool))) : [];
  return [
    ...repeated(files.map(({ id }) => id)).map((id) => ({ path: 'graphs', sentence: `图 ${id} 写了两次` })),
    ...(tools ?? []).flatMap((tool, index) =>
      able.has(tool) ? [] : [{ path: `tools.${index}`, sentence: `没有一张图支持工具 ${tool}` }],
    ),
    ...idle.map(({ id }) => ({ path: 'graphs', sentence: `图 ${id} 支持的工具都不在 tools 里，永远不会运行` })),
    ...Object.keys(models).flatMap((name) =>
      needed.has(name)
        ? []
        : [{ path: `models.${name}`, sentence: `图里没有这个模型文件；有 ${[...needed].join('、')}` }],
    ),
  ];
}

/** Values that stand in a list more than once, each named once. */
export function repeated(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, at) => values.indexOf(value) !== at))];
}

function once(what: string) {
  return (values: readonly string[], context: { addIssue(issue: { code: 'custom'; message: string }): void }) => {
    for (const value of repeated(values)) context.addIssue({ code: 'custom', message: `${what} ${value} 写了两次` });
  };
}

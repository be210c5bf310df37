import { z } from 'zod';
import { EngineName, engineFields, HeaderName, HeaderValue, repeated } from '#shared/contract/engine-fields';
import { adapterSentence } from '#shared/domain/engine-adapters';
import { type GraphFile, licenceIds } from './comfyui/graph-file.ts';

/** Settings of every engine in the file that `ENGINES_FILE` names. */
export const commonSettings = {
  name: EngineName,
  title: engineFields.title,
  address: engineFields.address,
  priceFactor: engineFields.priceFactor.default(1),
  laneSize: engineFields.laneSize.default(1),
  timeLimitSeconds: engineFields.timeLimitSeconds.default(600),
  budget: engineFields.budget.optional(),
  plans: engineFields.plans.optional(),
  leavesHouse: engineFields.leavesHouse,
  /** Headers of every request, for services behind a gate; kept secret. */
  headers: z
    .record(HeaderName, HeaderValue)
    .superRefine((headers, context) => {
      const names = Object.keys(headers).map((name) => name.toLowerCase());
      for (const name of repeated(names))
        context.addIssue({ code: 'custom', path: [name], message: `请求头 ${name} 写了两次` });
    })
    .default({}),
} as const;

/** A ComfyUI server that the operator connects. */
export const EngineSettings = z.strictObject({
  ...commonSettings,
  adapter: z.literal('comfyui', adapterSentence),
  models: engineFields.models.default({}),
  tools: engineFields.tools.optional(),
  /** Licences of graphs that the operator has confirmed, by id. */
  confirmedLicences: z.array(z.enum(licenceIds)).default([]),
  /** Graphs by id, or paths of files of the operator's, from the folder of this file; all that are shipped when absent. */
  graphs: engineFields.graphs.optional(),
});
export type EngineSettings = z.infer<typeof EngineSettings> & { graphFiles: readonly GraphFile[] };

interface GraphChoices {
  graphs?: readonly string[] | null | undefined;
  tools?: readonly string[] | null | undefined;
  models: Readonly<Record<string, string>>;
}

/** Why an engine with these graphs would not do what its settings say; each with the path of the setting. */
export function graphFaults(
  { graphs, tools, models }: GraphChoices,
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

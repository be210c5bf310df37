import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { DefinedTool } from '#shared/tools/define-tool';
import { toolById } from '#shared/tools/registry';
import type { ChatAdapter } from '../../../adapters/chat/port.ts';
import { type RenderEngine, RenderRefused } from '../../../adapters/render/port.ts';
import type { BlobStorage } from '../../../adapters/storage/port.ts';

/** A test that answers with what it found, or throws. */
export type Probe = (signal: AbortSignal) => Promise<string>;

const width = 64;
const height = 48;
/** A grey slope, 64 × 48: small enough that any engine is done with it in a moment. */
const picture = Buffer.from(
  [
    'iVBORw0KGgoAAAANSUhEUgAAAEAAAAAwCAIAAAAuKetIAAAAnklEQVR42tXBkQLCAAAA0ZMkSZJJkiTJJEkmyWSSJEmSTJJkMpkk',
    'SZJMJkmSJMlkkkwmySTpJ/qOew/sBnIM5RjJMZYjkGMix1SOmRxzOUI5FnIs5YjkWMkRy5HIsZZjI8dWjp0cezlSOQ5yHOXI5Mjl',
    'KOQ4yXGW4yLHVY5SjkqOmxx3OR5yPOV4yVHL0cjxlqOVo5PjI0cvx1eOn9wfkmiG8c52VtkAAAAASUVORK5CYII=',
  ].join(''),
  'base64',
);

/** Runs the first tool that needs one picture and nothing else, on a picture of 64 × 48, outside of queue and books. */
export function renderProbe(engine: RenderEngine, storage: BlobStorage): Probe {
  return async (signal) => {
    const { tools, unavailable } = await engine.describe();
    if (unavailable) throw new Error(unavailable);
    const found = tools.flatMap(({ tool }) => paramsFor(toolById(tool)) ?? [])[0];
    if (!found) return '引擎有应答，没有适合试跑的工具';
    const folder = await storage.workFolder();
    try {
      const file = path.join(folder, 'probe.png');
      await writeFile(file, picture);
      const request = {
        ...{ key: `probe-${path.basename(folder)}`, tool: found.tool.id, params: found.params, seed: 1 },
        ...{ pictures: { probe: { file, width, height, format: 'png' as const } }, outputDir: folder },
      };
      const operation = await engine.start(request);
      const { outputs } = await engine.watch(operation, { signal, onProgress: () => undefined });
      return `「${found.tool.title}」试跑成功，${outputs.length} 个结果`;
    } catch (error) {
      // It looked at the picture and said what it thinks of it: it works.
      if (error instanceof RenderRefused) return `引擎有应答：${error.sentence}`;
      throw error;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}

function paramsFor(tool: DefinedTool | undefined) {
  const images = Object.entries(tool?.fields ?? {}).filter(([, field]) => field.isRequired);
  const [first, ...others] = images;
  if (!tool || !first || others.length > 0 || first[1].editor !== 'image') return undefined;
  const read = tool.params.safeParse({ [first[0]]: 'probe' });
  return read.success ? { tool, params: read.data as Record<string, unknown> } : undefined;
}

const nobody = {
  tickets: async () => ({ normal: 0, live: 0, gpt: 0 }),
  membership: async () => null,
  tasks: async () => [],
  orders: async () => [],
};

/** Asks the first model for a word and hears the beginning of its answer. */
export function chatProbe(adapter: ChatAdapter): Probe {
  return async (signal) => {
    const [model] = adapter.models();
    if (!model) return '没有可用的模型';
    const turns = [{ role: 'user' as const, text: '你好', pictures: [] }];
    const asked = { model: model.id, turns, isDeep: false, continued: '', facts: nobody, signal };
    for await (const part of adapter.answer(asked)) {
      if (part.type === 'text' || part.type === 'reasoning' || part.type === 'end') break;
    }
    return `「${model.title}」有应答`;
  };
}

import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DefinedTool } from '#shared/tools/define-tool';
import { toolById } from '#shared/tools/registry';
import { type EngineProbe, type ProbeReport, type RenderEngine, RenderRefused } from './port.ts';

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

/**
 * Probe of an engine whose runs cost nothing: it runs the first tool that needs one picture and nothing else on a
 * picture of 64 × 48, outside of queue and books.
 */
export function trialRun(engine: Pick<RenderEngine, 'describe' | 'start' | 'watch'>): EngineProbe {
  return { words: '用一张 64 × 48 的小图真实运行一次，不进队列，不收券。', run: (signal) => runOnce(engine, signal) };
}

async function runOnce(
  engine: Pick<RenderEngine, 'describe' | 'start' | 'watch'>,
  signal: AbortSignal,
): Promise<ProbeReport> {
  const { tools, unavailable } = await engine.describe();
  if (unavailable) throw new Error(unavailable);
  const found = tools.flatMap(({ tool }) => paramsFor(toolById(tool)) ?? [])[0];
  if (!found) return usable('引擎有应答，没有适合试跑的工具');
  const folder = await mkdtemp(path.join(tmpdir(), 'engine-probe-'));
  try {
    const file = path.join(folder, 'probe.png');
    await writeFile(file, picture);
    const request = {
      ...{ key: `probe-${randomUUID()}`, tool: found.tool.id, params: found.params, seed: 1 },
      ...{ pictures: { probe: { file, width, height, format: 'png' as const } }, outputDir: folder },
    };
    const operation = await engine.start(request);
    const { outputs } = await engine.watch(operation, { signal, onProgress: () => undefined }, request);
    return usable(`「${found.tool.title}」试跑成功，${outputs.length} 个结果`);
  } catch (error) {
    // It looked at the picture and said what it thinks of it: it works.
    if (error instanceof RenderRefused) return usable(`引擎有应答：${error.sentence}`);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const usable = (sentence: string): ProbeReport => ({ sentence, isUsable: true, parts: [] });

function paramsFor(tool: DefinedTool | undefined) {
  const images = Object.entries(tool?.fields ?? {}).filter(([, field]) => field.isRequired);
  const [first, ...others] = images;
  if (!tool || !first || others.length > 0 || first[1].editor !== 'image') return undefined;
  const read = tool.params.safeParse({ [first[0]]: 'probe' });
  return read.success ? { tool, params: read.data as Record<string, unknown> } : undefined;
}

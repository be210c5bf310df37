import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { toolById } from '#shared/tools/registry';
import { createEmbeddedEngine } from '../../mock-server/adapters/render/embedded/index.ts';
import { RenderRefused } from '../../mock-server/adapters/render/port.ts';
import { runSample } from '../../scripts/samples/sample-runs.ts';
import { type ToolSample, toolSamples } from '../../scripts/samples/tool-samples.ts';
import { say } from './measurement.ts';

/** Duration of one ordinary run of a tool on the embedded engine. */
export interface ToolMeasurement {
  tool: string;
  title: string;
  /** File to file, one thread, after one run to warm up; absent when there was no result. */
  ms?: number;
  /** Processor time of the same run, milliseconds: far below `ms` when the machine had other work. */
  processorMs?: number;
  limit: number;
  /** Why there was no result. */
  problem?: string;
}

/** Milliseconds for one picture of 1024x768 … */
const usualLimit = 8000;
/** … for removing what lies in a hole of 200x200 … */
const removalLimit = 3000;
/** … and for a film of five seconds at 720p. */
const filmLimit = 20_000;

function limitOf(tool: string): number {
  if (tool === 'clean' || tool === 'lama') return removalLimit;
  return toolById(tool)?.group === 'video' ? filmLimit : usualLimit;
}

/** Runs every tool of the registry once to warm up and once to measure, one after the other on one thread. */
export async function benchTools(): Promise<ToolMeasurement[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-tools-'));
  const engine = createEmbeddedEngine({ threads: 1 });
  const run = async (sample: ToolSample): Promise<{ ms: number; processorMs: number }> => {
    const startedAt = performance.now();
    const usedBefore = process.cpuUsage();
    await runSample(engine, sample, folder);
    const { user, system } = process.cpuUsage(usedBefore);
    return { ms: Math.round(performance.now() - startedAt), processorMs: Math.round((user + system) / 1000) };
  };
  try {
    const known = new Set((await engine.describe()).tools.map(({ tool }) => tool));
    const measurements: ToolMeasurement[] = [];
    for (const sample of await toolSamples(folder)) {
      const { tool, title } = sample;
      const row = { tool, title, limit: limitOf(tool) };
      if (!known.has(tool)) {
        measurements.push({ ...row, problem: 'no engine' });
        continue;
      }
      try {
        await run(sample);
        const figures = await run(sample);
        say(`${tool} ${title}: ${figures.ms} ms, limit ${row.limit} ms`);
        measurements.push({ ...row, ...figures });
      } catch (error) {
        measurements.push({ ...row, problem: error instanceof RenderRefused ? error.sentence : String(error) });
      }
    }
    return measurements;
  } finally {
    await engine.close();
    await rm(folder, { recursive: true, force: true });
  }
}

export function printTools(measurements: readonly ToolMeasurement[]): void {
  console.table(
    measurements.map(({ tool, title, ms, processorMs, limit, problem }) => ({
      tool: `${tool} ${title}`,
      ms: ms ?? '',
      processor: processorMs ?? '',
      limit,
      ok: problem ?? (ms !== undefined && ms <= limit ? 'yes' : 'NO'),
    })),
  );
}

import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { EngineAdapter } from '#shared/domain/engine-adapters';
import { withCall } from '../fault-points.ts';
import type { FileSettings, SettingsByAdapter } from './engine-registry.ts';
import type { RenderEngine } from './port.ts';
import { writeWhole } from './write-whole.ts';

/** A check of an engine by `npm run engine:check`. */
const EngineCheck = z.object({
  /** Milliseconds since 1970. */
  checkedAt: z.number(),
  runs: z.array(
    z.object({
      title: z.string(),
      tool: z.string(),
      /** Method that made the picture, as in the engine's abilities. */
      algorithm: z.string(),
      /** 0–100; absent for tools that keep no structure. */
      structure: z.number().optional(),
      /** Mean distance to the base in CIE Lab with lightness 0–100. */
      colourShift: z.number().optional(),
      seconds: z.number(),
      /** Absent where the engine tells no cost. */
      costFen: z.number().optional(),
      /** Why there is no result, or why it is not good enough; absent where all is well. */
      fault: z.string().optional(),
    }),
  ),
});
type EngineCheck = z.infer<typeof EngineCheck>;

type SettingName = { [Adapter in EngineAdapter]: keyof SettingsByAdapter[Adapter] }[EngineAdapter];

/** Settings that change nothing about the pictures of an engine. Graphs count by what their files hold. */
const terms = new Set<string>([
  ...(['name', 'title', 'priceFactor', 'laneSize', 'timeLimitSeconds', 'budget', 'plans', 'leavesHouse'] as const),
  ...(['headers', 'key', 'tools', 'pictureFen', 'confirmedLicences', 'graphs'] as const),
] satisfies SettingName[]);

/**
 * Stands for all that makes the pictures of an engine: adapter, address, model or graphs. An engine with another one has
 * to be checked anew.
 *
 * @returns 32 hexadecimal digits
 */
function fingerprintOf(settings: FileSettings): string {
  const own = Object.entries(settings)
    .filter(([name, value]) => !terms.has(name) && value !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(own)).digest('hex').slice(0, 32);
}

export type EngineChecks = ReturnType<typeof createEngineChecks>;

/**
 * The last check of every configuration, one file for each fingerprint, so that the command writes them while a server
 * runs.
 *
 * @param dataDir data folder of the installation
 */
export function createEngineChecks(dataDir: string) {
  const root = path.join(dataDir, 'engine-checks');
  const fileOf = (settings: FileSettings) => path.join(root, `${fingerprintOf(settings)}.json`);

  return {
    /** The last check of an engine as it is set up now; undefined where there was none. */
    async of(settings: FileSettings): Promise<EngineCheck | undefined> {
      const text = await readFile(fileOf(settings), 'utf8').catch(() => undefined);
      if (text === undefined) return undefined;
      try {
        return EngineCheck.safeParse(JSON.parse(text)).data;
      } catch {
        return undefined;
      }
    },

    async keep(settings: FileSettings, check: EngineCheck): Promise<void> {
      await mkdir(root, { recursive: true });
      await writeWhole(fileOf(settings), JSON.stringify(check, null, 2));
    },
  };
}

/** Methods whose runs were all good in a check. */
export function passedMethods(check: EngineCheck | undefined): ReadonlySet<string> {
  const runs = check?.runs ?? [];
  const failed = new Set(runs.filter(({ fault }) => fault !== undefined).map(({ algorithm }) => algorithm));
  return new Set(runs.map(({ algorithm }) => algorithm).filter((algorithm) => !failed.has(algorithm)));
}

/** The engine, which says of each of its tools whether its method has passed a check as it is set up now. */
export function withChecks(engine: RenderEngine, settings: FileSettings, checks: EngineChecks): RenderEngine {
  return withCall(engine, 'describe', (describe) => async () => {
    const [about, check] = await Promise.all([describe(), checks.of(settings)]);
    const passed = passedMethods(check);
    return { ...about, tools: about.tools.map((tool) => ({ ...tool, isUntested: !passed.has(tool.algorithm) })) };
  });
}

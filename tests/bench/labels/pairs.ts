import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { z } from 'zod';
import { resultQualities } from '#shared/domain/quality';
import { askedFrame } from '#shared/tools/asked-frame';
import type { DefinedTool } from '#shared/tools/define-tool';
import { toolById } from '#shared/tools/registry';
import type { OutputQuestion } from '../../../engine/judgement/output-question.ts';

export const grades = ['A', 'B', 'C', 'D'] as const;
export type Grade = (typeof grades)[number];

const pairShape = z.object({
  id: z.string(),
  half: z.enum(['tuning', 'held-out']),
  tool: z.string(),
  params: z.record(z.string(), z.unknown()),
  /** File of a mask of the base's size, beside the pair's pictures. */
  mask: z.string().optional(),
  /** True for results of other engines, which are brought to their base before they are judged. */
  isConnected: z.boolean(),
  /** The engine's own word. */
  bound: z.enum(resultQualities),
});
export type Pair = z.infer<typeof pairShape>;

/** Pairs of base and result that `pairs.json` of a folder lists; their pictures lie in its `pairs/`. */
export async function readPairs(folder: string): Promise<Pair[]> {
  return z.array(pairShape).parse(JSON.parse(await readFile(path.join(folder, 'pairs.json'), 'utf8')));
}

/** Grades of one person by the id of the pair. */
export async function readGrades(folder: string, file: string): Promise<ReadonlyMap<string, Grade>> {
  const shape = z.record(z.string(), z.object({ grade: z.enum(grades), why: z.string() }));
  const found = shape.parse(JSON.parse(await readFile(path.join(folder, file), 'utf8')));
  return new Map(Object.entries(found).map(([id, { grade }]) => [id, grade]));
}

/** Question about a pair, as the server would ask it of a finished run. */
export async function questionOf(pair: Pair, folder: string, judgedIn: string): Promise<OutputQuestion> {
  const tool = toolById(pair.tool);
  if (!tool?.keeps) throw new Error(`${pair.id}: ${pair.tool} keeps nothing of a base`);
  const picture = (kind: string) => path.join(folder, 'pairs', `${pair.id}-${kind}.png`);
  const file = picture('base');
  const { width, height } = await sharp(file).metadata();
  const { what, expectsNew, colours, follows, wish } = tool.keeps;
  return {
    ...{ result: picture('result'), folder: judgedIn, name: pair.id },
    base: { file, width, height },
    part: partOf(tool, pair),
    mask: pair.mask && path.join(folder, 'pairs', pair.mask),
    areColoursApart: colours === 'apart',
    expectsNew: typeof expectsNew === 'function' ? expectsNew(pair.params as never) : expectsNew === true,
    things: tool.group === 'plan' || tool.keeps.outside || colours ? undefined : pair.isConnected ? 'leaps' : 'reader',
    isCutout: what === 'one piece',
    frame: pair.isConnected ? askedFrame(tool, pair.params, { width, height }) : undefined,
    follows: follows?.(pair.params as never),
    wish: typeof wish === 'function' ? wish(pair.params as never) : wish,
  };
}

function partOf({ keeps }: DefinedTool, { params }: Pair): OutputQuestion['part'] {
  const [from, to] = keeps?.part?.(params as never) ?? [];
  if (!from || !to) return undefined;
  const [left, top] = [Math.min(from.x, to.x), Math.min(from.y, to.y)].map(Math.round) as [number, number];
  return { left, top, width: Math.round(Math.abs(to.x - from.x)), height: Math.round(Math.abs(to.y - from.y)) };
}

import { mostFurtherTries, type StructurePromise } from '#shared/domain/judgement';
import type { DefinedTool } from '#shared/tools/define-tool';
import type { FinishedOutput, TaskTry } from '../modules/studio/task/task-outputs.ts';

/** A try that is to be made. */
export interface AskedTry {
  /** From 1 on. */
  number: number;
  seed: number;
  /** Places of the outputs that it is made for; all that were ordered when absent. */
  places?: readonly number[];
}

const seeds = 1_000_000;

/** Structure score, 0–100, that an order wishes for; undefined where it wishes for none. */
export function wishedScore(
  tool: DefinedTool | undefined,
  { leastScore }: Readonly<Record<string, unknown>>,
): number | undefined {
  const least = Number(leastScore);
  return tool && 'leastScore' in tool.fields && Number.isFinite(least) ? least : undefined;
}

const scoreOf = ({ judged }: FinishedOutput) => judged?.measured.structure;

/** Returns true where a score is known and below the wished one. */
const isBelow = (output: FinishedOutput, least: number) => (scoreOf(output) ?? 100) < least;

/** Tries that have an output of a place, in their order. */
function triesAt(tries: readonly TaskTry[], place: number) {
  return tries.flatMap(({ seed, outcome, outputs }) => {
    const found = outputs.find((tried) => tried.place === place);
    return found ? [{ seed, outcome, output: found.output }] : [];
  });
}

/** Tries of a place and the index of the best: no preview where there is another, with the highest score. */
function bestAt(tries: readonly TaskTry[], place: number) {
  const made = triesAt(tries, place);
  const rankOf = ({ output }: (typeof made)[number]) =>
    (scoreOf(output) ?? 100) + (output.label === 'preview' ? 0 : 1000);
  const kept = made.reduce((best, tried, index) => (rankOf(tried) > rankOf(made[best]!) ? index : best), 0);
  return { made, kept };
}

const placesOf = (tries: readonly TaskTry[]) => tries[0]?.outputs.map(({ place }) => place) ?? [];

/** Returns true when a try has made nothing but what an earlier one had made already: its engine goes by no seed. */
function isRepetition(tries: readonly TaskTry[]): boolean {
  const [last, ...earlier] = [...tries].reverse();
  return (
    last !== undefined &&
    earlier.length > 0 &&
    last.outputs.every(({ place, output }) =>
      triesAt(earlier, place).some((other) => other.output.sha256 === output.sha256),
    )
  );
}

/**
 * The try that is due after those that were made; undefined when there is none.
 * @param seed of the task; further tries take the next ones
 */
function nextTry(tries: readonly TaskTry[], least: number | undefined, seed: number): AskedTry | undefined {
  const number = tries.length + 1;
  if (number === 1) return { number, seed };
  if (least === undefined || number > 1 + mostFurtherTries || isRepetition(tries)) return undefined;
  const places = placesOf(tries).filter((place) => {
    const { made, kept } = bestAt(tries, place);
    return isBelow(made[kept]!.output, least);
  });
  return places.length === 0 ? undefined : { number, seed: (seed + number - 1) % seeds, places };
}

interface TrySteps<T extends TaskTry> {
  /** Makes a try; what it rejects with ends the task, or the further tries. */
  make(asked: AskedTry): Promise<T>;
  /** Keeps a try that another one follows. */
  keep(tried: T, number: number): Promise<void>;
}

/** Tries of a task, and why the last one that was begun was given up. */
interface MadeTries {
  tries: readonly TaskTry[];
  failure?: unknown;
}

/**
 * Makes the tries that are due.
 * @param task.earlier tries that ended before a stop or a crash
 */
export async function makeTries<T extends TaskTry>(
  { earlier, least, seed }: { earlier: readonly TaskTry[]; least: number | undefined; seed: number },
  { make, keep }: TrySteps<T>,
): Promise<MadeTries> {
  const tries = [...earlier];
  let unkept: T | undefined;
  for (let asked = nextTry(tries, least, seed); asked; asked = nextTry(tries, least, seed)) {
    if (unkept) await keep(unkept, tries.length);
    try {
      unkept = await make(asked);
    } catch (failure) {
      if (tries.length === 0) throw failure;
      return { tries, failure };
    }
    tries.push(unkept);
  }
  return { tries };
}

/** The best output of each place, with what was promised of it. */
export function bestOutputs(tries: readonly TaskTry[], least: number | undefined): FinishedOutput[] {
  return placesOf(tries).map((place) => {
    const { made, kept } = bestAt(tries, place);
    const { output } = made[kept]!;
    if (least === undefined || scoreOf(output) === undefined) return output;
    const promise: StructurePromise = {
      ...{ least, kept, isMet: !isBelow(output, least) },
      tries: made.map((tried) => ({ seed: tried.seed, score: scoreOf(tried.output) })),
    };
    return { ...output, promise };
  });
}

/**
 * Parameters for the outputs of some places, where the tool can make so many: others would be made in vain.
 * @returns the places that the outputs of the run are of, with its parameters
 */
export function paramsFor(
  tool: DefinedTool | undefined,
  params: Readonly<Record<string, unknown>>,
  places: readonly number[] | undefined,
): { params: Readonly<Record<string, unknown>>; places: readonly number[] | undefined } {
  if (!places || !tool || typeof tool.outputs !== 'function') return { params, places: undefined };
  const fewer = { ...params, num: places.length };
  const isPossible = 'num' in tool.fields && tool.outputs(fewer as never) === places.length;
  return isPossible ? { params: fewer, places } : { params, places: undefined };
}

import type { Logger } from 'pino';
import { isImageFormat } from '#shared/contract/image';
import { labelOf } from '#shared/domain/judgement';
import type { ResultQuality } from '#shared/domain/quality';
import { askedFrame } from '#shared/tools/asked-frame';
import type { DefinedTool } from '#shared/tools/define-tool';
import { toolById } from '#shared/tools/registry';
import type { JudgeQuestion, OutputJudgement, ResultJudge } from '../adapters/judge/port.ts';
import type { RenderEngine, RenderOutcome, RenderOutput, RenderRequest } from '../adapters/render/port.ts';
import { storageFault } from '../storage-fault.ts';

/** An output with its label; files are in the folder of its run. */
export interface LabelledOutput extends RenderOutput {
  label: ResultQuality;
  /** Absent for outputs of tools that keep nothing of a base. */
  judged?: Pick<OutputJudgement, 'measured' | 'areas' | 'heat'>;
  /** True when it should have been judged and could not: through our fault, so it is not charged. */
  isUnjudged?: true;
}

/** A run of an engine that has ended well. */
export interface EndedRun {
  request: Omit<RenderRequest, 'key'>;
  engine: RenderEngine;
  outcome: RenderOutcome;
}

/** Processor time of judging one output as a rule, milliseconds. */
const usualJudgingMs = 800;
/** Judging is never taken for more of a run than this, however short the run. */
const mostOfRun = 0.5;
/** Part of a run that judging takes where no run like it was ever timed. */
const untimedShare = 0.1;

/**
 * Part of a run that judging its outputs takes, 0–0.5; 0 where nothing is held against them.
 * @param usualMs milliseconds of the whole run as a rule, judging included; undefined when nothing like it was ever run
 */
export function judgingShare(
  request: Pick<RenderRequest, 'tool' | 'params' | 'pictures'>,
  outputs: number,
  usualMs: number | undefined,
): number {
  const tool = toolById(request.tool);
  if (!tool?.keeps || !pictureAt(request, 'upload_img')) return 0;
  if (usualMs === undefined) return untimedShare;
  return Math.min(mostOfRun, (usualJudgingMs * Math.max(1, outputs)) / Math.max(1, usualMs));
}

interface JudgingDeps {
  judge: ResultJudge;
  log: Logger;
}

/** Gets the part of the outputs that are done, 0–1. */
type OnJudged = (done: number) => void;

/**
 * Judges every output of a run; `onJudged` is called before each that is judged. Rejects with `signal.reason` when aborted, and with the disk's error when it is full; an
 * output that the judge fails on stays as it is and says so.
 */
export async function judgeOutputs(
  deps: JudgingDeps,
  run: EndedRun,
  { signal, onJudged }: { signal: AbortSignal; onJudged: OnJudged },
): Promise<LabelledOutput[]> {
  const { outcome } = run;
  const labelled: LabelledOutput[] = [];
  for (const [place, output] of outcome.outputs.entries()) {
    const question = questionOf(run, output, place);
    if (question) onJudged(place / outcome.outputs.length);
    labelled.push(question ? await judged(deps, run, output, question, signal) : { ...output, label: outcome.quality });
  }
  return labelled;
}

async function judged(
  { judge, log }: JudgingDeps,
  { outcome }: EndedRun,
  output: RenderOutput,
  question: JudgeQuestion,
  signal: AbortSignal,
): Promise<LabelledOutput> {
  const startedAt = performance.now();
  try {
    const { brought, ...found } = await judge.judge(question, signal);
    const label = labelOf(found.measured, outcome.quality);
    log.debug(
      { label, measured: found.measured, ms: Math.round(performance.now() - startedAt) },
      'an output is judged',
    );
    return { ...output, ...(brought && { ...brought, format: 'png' as const }), label, judged: found };
  } catch (error) {
    signal.throwIfAborted();
    if (storageFault(error)) throw error;
    log.warn({ error }, 'an output could not be judged; it costs nothing');
    return { ...output, label: outcome.quality, isUnjudged: true };
  }
}

/** Undefined for outputs that nothing is held against. */
function questionOf({ request, engine }: EndedRun, output: RenderOutput, place: number): JudgeQuestion | undefined {
  const tool = toolById(request.tool);
  const base = pictureAt(request, 'upload_img');
  if (!tool?.keeps || !base || !isImageFormat(output.format)) return undefined;
  const { what, outside, expectsNew, colours, follows, wish } = tool.keeps;
  const { params } = request;
  // Lines of a model are its own edges, while its picture has the joints of its materials as well.
  if (colours === 'apart' && tool.takesBuilding && base.building && !engine.isConnected) return undefined;
  // The same model drawn again: its base is a quick picture of the surfaces that are wanted, without a site.
  const isDrawnFromModel = tool.takesBuilding === 'drawn' && base.building !== undefined && !engine.isConnected;
  return {
    ...{ result: output.file, folder: request.outputDir, name: `judged-${place}` },
    base: { file: base.file, width: base.width, height: base.height },
    ...{ part: partOf(tool, params, base), mask: outside && pictureAt(request, outside)?.file },
    model: isDrawnFromModel ? base.building : undefined,
    areColoursApart: colours === 'apart',
    expectsNew:
      isDrawnFromModel || (typeof expectsNew === 'function' ? expectsNew(params as never) : expectsNew === true),
    things: isDrawnFromModel ? undefined : thingsIn(tool, engine),
    isCutout: what === 'one piece',
    frame: engine.isConnected ? askedFrame(tool, params, base) : undefined,
    follows: follows?.(params as never),
    wish: isDrawnFromModel ? undefined : typeof wish === 'function' ? wish(params as never) : wish,
  };
}

/** Drawings show no things, and a part that was to change may show others. */
function thingsIn({ group, keeps }: DefinedTool, { isConnected }: RenderEngine): JudgeQuestion['things'] {
  if (group === 'plan' || keeps?.outside || keeps?.colours) return undefined;
  return isConnected ? 'leaps' : 'reader';
}

function pictureAt({ params, pictures }: Pick<RenderRequest, 'params' | 'pictures'>, field: string) {
  const id = params[field];
  return typeof id === 'string' ? pictures[id] : undefined;
}

function partOf(
  { keeps }: DefinedTool,
  params: Readonly<Record<string, unknown>>,
  base: { width: number; height: number },
): JudgeQuestion['part'] {
  const [one, other] = keeps?.part?.(params as never) ?? [];
  if (!one || !other) return undefined;
  const edge = (value: number, most: number) => Math.round(Math.min(Math.max(value, 0), most));
  const [left, right] = [edge(Math.min(one.x, other.x), base.width), edge(Math.max(one.x, other.x), base.width)];
  const [top, bottom] = [edge(Math.min(one.y, other.y), base.height), edge(Math.max(one.y, other.y), base.height)];
  const part = { left, top, width: right - left, height: bottom - top };
  return part.width > 0 && part.height > 0 ? part : undefined;
}

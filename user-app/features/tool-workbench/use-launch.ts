import { useCallback, useRef, useState } from 'react';
import type { VipInfo } from '#shared/contract/auth';
import type { ToolAnswer } from '#shared/contract/task';
import type { Plan } from '#shared/domain/plan';
import { isOvercome, type Obstacle, obstaclesOf } from '#shared/domain/readiness';
import type { DefinedTool } from '#shared/tools/define-tool';
import { priceOfRuns } from '#shared/tools/price';
import { runPriceWords } from '#shared/tools/price-words';
import { useLookAhead } from '@/data/look-ahead';
import type { useFreeAllowance, useTickets } from '@/data/ticket';
import { useCurrentUser } from '@/data/user';
import { keepPrompt } from '@/features/tool-workbench/prompt-history';
import { openLogin } from '@/lib/app-store';
import { openOffer } from '@/lib/shop-store';
import { useShortcuts } from '@/lib/shortcuts';
import { toast, toastFailure } from '@/lib/toast';
import { askForMissing } from '@/lib/with-login';
import type { BatchOfTool } from './batch/use-batch';
import { useBatchLimit } from './batch/use-several';
import { askedEngine, engineFor, mayUseEngine } from './engine-choice';
import { paramsOf, type Values } from './field-rules';
import { formsOf, type PicturedForm, severalName } from './form-pictures';
import { workbenchShortcuts } from './shortcuts';
import type { Intake } from './use-intake';
import type { ToolRun } from './use-run';
import type { ToolForm } from './use-tool-form';

interface LaunchInput {
  tool: DefinedTool;
  form: ToolForm;
  intake: Intake;
  isLoggedIn: boolean;
  access: VipInfo['flags'] | undefined;
  /** Engines that can run the tool now; undefined while not known. */
  engines: ToolAnswer['engines'] | undefined;
  tickets: ReturnType<typeof useTickets>;
  allowance: ReturnType<typeof useFreeAllowance>;
  run: ToolRun;
  batch: BatchOfTool;
  /** Called when a batch was begun. */
  onBegun: () => void;
  /** The picture that is a result, and the task it comes from. */
  origin: { imageId: string; taskId: string } | undefined;
  /** The task whose result the picture in the form is. */
  parent: string | undefined;
}

/** The price of a start, the obstacles to it, and the start itself by button or Ctrl and Enter. */
export function useLaunch(input: LaunchInput) {
  const { tool, intake, isLoggedIn, tickets, allowance, run, batch } = input;
  const { vip } = useCurrentUser();
  const pending = usePendingFields();
  const planned = usePlannedRuns(input, pending);
  const { runs, misfits, idle } = planned;
  const { begin, isFinishing } = useBegin(input, pending, planned);
  const isStarting = run.isStarting || isFinishing || batch.isUnderWay;
  const { engine, unable } = engineOf(input, planned.values, vip?.plan);
  // Visitors see the price with the full daily allowance, as for the first run of a day.
  const freeLeft = isLoggedIn ? allowance.data?.[tool.id] : tool.ticket.freeDaily;
  const price = priceOfRuns(tool, runs, freeLeft ?? 0, engine);
  const ticketsLeft = isLoggedIn ? tickets.data?.[tool.ticket.kind] : undefined;
  const isWaitingForLogin = intake.uploads.some((upload) => upload.isWaitingForLogin);
  const isUploading = intake.uploads.some((upload) => !upload.problem || upload.isWaitingForLogin);
  const general = obstaclesOf({
    tool,
    values: paramsOf(tool, planned.values),
    runs,
    isLoggedIn,
    ticketsLeft,
    freeLeft: freeLeft ?? 0,
    engine,
    enginesAvailable: input.engines?.length,
    isUploading,
    ...(input.access ? { access: input.access } : {}),
  });
  const { tooMany } = planned;
  const obstacles = [...general, ...unable, ...planned.unsuitable, ...tooMany, ...pending.obstacles].filter(
    ({ kind }) => !(kind === 'upload' && isWaitingForLogin),
  );

  const launch = () => {
    if (isStarting) return;
    const blocking = obstacles.find((obstacle) => !isOvercome(obstacle));
    if (!blocking)
      startOrAsk({
        ...{ tool, obstacles, isLoggedIn, isWaitingForLogin, begin },
        batch: tooMany.length > 0 ? runs.length : undefined,
        size: planned.values.quality === '4k' ? '4K' : '2K',
        shortage: { needed: price.total, left: ticketsLeft ?? 0 },
      });
    else if (blocking.message) toast.info(blocking.message);
  };
  const latest = useRef(launch);
  latest.current = launch;
  const launchLatest = useCallback(() => latest.current(), []);
  useShortcuts(workbenchShortcuts, { launch: launchLatest });

  return {
    /** Runs of this start, and how many times a run's time they take together. */
    runCount: runs.length,
    /** Pictures that are left out because they do not suit. */
    leftOut: planned.leftOut,
    /** Why pictures of the form do not suit, as sentences by image id. */
    misfits,
    /** Choices that the runs would do nothing with, as sentences by field. */
    idle,
    leavingWords: idle.upload_img && leavingWordsOf(planned.values),
    rounds: Math.ceil(runs.length / (vip?.limits.running ?? 1)),
    outputs: price.outputs,
    /** Milliseconds that a run of the form usually takes on its engine; undefined while nothing is known. */
    usualMs: engine?.usualMs && (engine.usualMs * price.outputs) / Math.max(1, runs.length),
    /** Name of the engine that the form would run on. */
    engineName: engine?.name,
    /** Stores what is being drawn on the picture that is looked at. */
    finish: pending.finishAll,
    total: price.total,
    price: runPriceWords(price, tool.ticket.kind),
    freeLeft: isLoggedIn && price.each > 0 ? freeLeft : undefined,
    ticketsLeft,
    obstacles,
    isStarting,
    launch: launchLatest,
    onPending: pending.onPending,
    onProblem: pending.onProblem,
  };
}

type PendingFields = ReturnType<typeof usePendingFields>;

/** Words at the start of a run that only lights its picture, apart from materials that a description may name. */
function leavingWordsOf({ promptTxt }: Values): string {
  return typeof promptTxt === 'string' && promptTxt.trim() !== '' ? '只调光影与写明的材质' : '只调光影，不重新布置';
}

/** The runs that the form stands for: one for each picture that suits and is not done yet. */
function usePlannedRuns({ tool, form, isLoggedIn, batch }: LaunchInput, pending: PendingFields) {
  const limit = useBatchLimit();
  const values = pending.withPromised(form.values);
  const pictureName = severalName(tool);
  const toStart = (current: Values) =>
    formsOf(tool, { values: current, pictures: form.pictures }).filter(
      (given) => pictureName === undefined || !batch.isDone(given[pictureName]),
    );
  const { misfits, idle } = useSuitability(tool, { values, pictures: form.pictures }, isLoggedIn);
  const isSuitable = (given: Values) => pictureName === undefined || !misfits.has(String(given[pictureName]));
  const forms = toStart(values);
  const suitable = forms.filter(isSuitable);
  const runs = (suitable.length > 0 ? suitable : forms).map((given) => paramsOf(tool, given));
  const reasons = suitable.length > 0 ? [] : [...new Set(misfits.values())];
  const tooMany: Obstacle[] =
    runs.length > limit && isLoggedIn
      ? [{ kind: 'membership', message: `一次最多 ${limit} 张，现在有 ${runs.length} 张` }]
      : [];
  return {
    values,
    runs,
    misfits,
    idle,
    /** Obstacles where none of the pictures suits, and where there are more than a batch may have. */
    unsuitable: reasons.map((message): Obstacle => ({ kind: 'field', message, field: pictureName ?? '' })),
    tooMany,
    leftOut: suitable.length > 0 ? forms.length - suitable.length : 0,
    isBatch: forms.length > 1 || batch.isRest,
    pictureName,
    suitableOf: (current: Values) => toStart(current).filter(isSuitable),
  };
}

/** Sends what is being drawn and then starts the run or the batch. */
function useBegin(
  input: LaunchInput,
  pending: PendingFields,
  { isBatch, pictureName, suitableOf }: ReturnType<typeof usePlannedRuns>,
) {
  const { tool, form, batch, run, origin, parent } = input;
  const { user } = useCurrentUser();
  const [isFinishing, setIsFinishing] = useState(false);
  const beginBatch = async (given: Values, name: string) => {
    const wishes = suitableOf(given).map((form) => {
      const imageId = String(form[name]);
      return {
        imageId,
        params: paramsOf(tool, form),
        parent: origin?.imageId === imageId ? origin.taskId : undefined,
      };
    });
    await batch.begin(wishes);
    input.onBegun();
  };
  const begin = async () => {
    setIsFinishing(true);
    try {
      const given = { ...form.values, ...(await pending.finishAll()) };
      const params = paramsOf(tool, given);
      if (isBatch && pictureName) await beginBatch(given, pictureName);
      else await run.start({ tool: tool.id, params, ...(parent ? { parent } : {}) });
      if (user && typeof params.promptTxt === 'string') keepPrompt(user.userId, tool.id, params.promptTxt);
    } catch (error) {
      if (!askForMissing(error, () => void begin(), '登录后开始生成')) toastFailure(error);
    } finally {
      setIsFinishing(false);
    }
  };
  return { begin, isFinishing };
}

/** The engine that would run, and the obstacle when the chosen one cannot or is not for the plan. */
function engineOf({ tool, engines }: LaunchInput, values: Values, plan: Plan = 'free') {
  const asked = askedEngine(values);
  const engine = engineFor(engines, values, plan);
  const message = !engine
    ? `引擎「${asked ?? '自动'}」不能运行「${tool.title}」，请改选其他引擎`
    : `引擎「${engine.title}」只对部分会员开放，请升级会员或改选其他引擎`;
  const isUnable = engines !== undefined && engines.length > 0 && !(engine && mayUseEngine(engine, plan));
  const unable: Obstacle[] = isUnable ? [{ kind: 'engine', field: 'engine', message }] : [];
  return { engine, unable };
}

interface Start {
  tool: DefinedTool;
  obstacles: readonly Obstacle[];
  isLoggedIn: boolean;
  /** Pictures wait to be uploaded until somebody is logged in. */
  isWaitingForLogin: boolean;
  begin: () => Promise<void>;
  /** Number of runs, where it is more than a batch may have. */
  batch: number | undefined;
  size: '4K' | '2K';
  shortage: { needed: number; left: number };
}

/** Starts, or first asks for what is missing: a login, a plan with larger batches or sizes, or tickets. */
function startOrAsk(start: Start): void {
  const { isLoggedIn, isWaitingForLogin, batch, begin } = start;
  const after = () => void begin();
  // The waiting pictures are uploaded after the login; the user then presses start again.
  if (isWaitingForLogin) openLogin({ reason: '登录后生成', after: () => {} });
  else if (!isLoggedIn) openLogin({ reason: '登录后开始生成', after });
  else if (batch !== undefined) openOffer({ want: { batch }, after: () => undefined });
  else {
    const offer = offerFor(start);
    if (offer) openOffer({ ...offer, after });
    else after();
  }
}

/** The offer that removes an obstacle: a plan for the size, or tickets. Undefined when none does. */
function offerFor({ tool, obstacles, size, shortage }: Start) {
  const lacks = (kind: Obstacle['kind']) => obstacles.some((obstacle) => obstacle.kind === kind);
  if (lacks('membership')) return { want: { size } };
  return lacks('tickets') ? { want: { tickets: tool.ticket.kind }, shortage } : undefined;
}

type Finish = () => Promise<unknown>;

/** Stands for a value that will be there once the field has finished. */
const promised = 'pending';

/** Fields with work that is not in the form yet, e.g. a painted mask that is stored when the run starts. */
function usePendingFields() {
  const finishes = useRef(new Map<string, Finish>());
  const [pendingNames, setPendingNames] = useState<readonly string[]>([]);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});

  const onPending = useCallback((name: string, finish: Finish | undefined) => {
    if (finish) finishes.current.set(name, finish);
    else if (!finishes.current.delete(name)) return;
    setPendingNames([...finishes.current.keys()]);
  }, []);

  const onProblem = useCallback((name: string, message: string | undefined) => {
    setProblems(({ [name]: _over, ...others }) => (message === undefined ? others : { ...others, [name]: message }));
  }, []);

  /** The form as it will be: what is still to be finished counts as given. */
  const withPromised = (values: Values): Values => ({
    ...values,
    ...Object.fromEntries(pendingNames.map((name) => [name, promised])),
  });

  /** Finishes everything and gives the values. Rejects when one of them fails. */
  const finishAll = useCallback(async (): Promise<Record<string, unknown>> => {
    const given = [...finishes.current].map(async ([name, finish]) => [name, await finish()] as const);
    return Object.fromEntries(await Promise.all(given));
  }, []);

  const obstacles: Obstacle[] = Object.entries(problems).map(([field, message]) => ({ kind: 'field', message, field }));
  return { onPending, onProblem, withPromised, finishAll, obstacles };
}

/**
 * Why base pictures of the form are not what the tool is for, as sentences by image id, and choices that would do nothing
 * with all of the pictures, as sentences by field; as far as that is known before a start. Only for tools that start
 * from one picture.
 */
function useSuitability(tool: DefinedTool, form: PicturedForm, isLoggedIn: boolean) {
  const name = severalName(tool);
  const forms = formsOf(tool, form).flatMap((values) => {
    const imageId = name === undefined ? undefined : values[name];
    return typeof imageId === 'string' && imageId !== '' ? [{ key: imageId, params: askedOf(tool, values) }] : [];
  });
  const known = useLookAhead(tool.id, forms, isLoggedIn);
  const misfits: ReadonlyMap<string, string> = new Map(
    forms.flatMap(({ key }) => {
      const [sentence] = Object.values(known.get(key)?.misfits ?? {});
      return sentence === undefined ? [] : [[key, sentence]];
    }),
  );
  const [first, ...others] = forms.map(({ key }) => known.get(key)?.idle ?? {});
  const idle: Readonly<Record<string, string>> = Object.fromEntries(
    Object.entries(first ?? {}).filter(([name]) => others.every((answer) => answer[name] !== undefined)),
  );
  return { misfits, idle };
}

/** The parameters without descriptions: while somebody types, nothing is asked anew. */
function askedOf(tool: DefinedTool, values: Values): Record<string, unknown> {
  const params = Object.entries(paramsOf(tool, values));
  return Object.fromEntries(params.filter(([name]) => tool.fields[name]?.editor !== 'prompt'));
}

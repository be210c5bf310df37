import { useCallback, useRef, useState } from 'react';
import type { VipInfo } from '#shared/contract/auth';
import type { ToolAnswer } from '#shared/contract/task';
import { isOvercome, type Obstacle, obstaclesOf } from '#shared/domain/readiness';
import type { DefinedTool } from '#shared/tools/define-tool';
import { priceOfRuns } from '#shared/tools/price';
import { runPriceWords } from '#shared/tools/price-words';
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
import { paramsOf, type Values } from './field-rules';
import { formsOf, severalName } from './form-pictures';
import { workbenchShortcuts } from './shortcuts';
import type { Intake } from './use-intake';
import { usePendingFields } from './use-pending-fields';
import type { Run } from './use-run';
import { useSuitability } from './use-suitability';
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
  run: Run;
  batch: BatchOfTool;
  /** Called when a batch was begun. */
  onBegun: () => void;
  /** The picture that is a result, and the task it comes from. */
  origin: { imageId: string; taskId: string } | undefined;
  /** The task whose result the picture in the form is. */
  parent: string | undefined;
}

/** What a start would cost, what keeps it from happening, and the start itself by button or Ctrl and Enter. */
export function useLaunch(input: LaunchInput) {
  const { tool, form, intake, isLoggedIn, access, engines, tickets, allowance, run, batch, origin, parent } = input;
  const { user, vip } = useCurrentUser();
  const limit = useBatchLimit();
  const pending = usePendingFields();
  const [isFinishing, setIsFinishing] = useState(false);
  const isStarting = run.isStarting || isFinishing || batch.isUnderWay;
  const values = pending.withPromised(form.values);
  const pictureName = severalName(tool);
  const toStart = (current: Values) =>
    formsOf(tool, { values: current, pictures: form.pictures }).filter(
      (one) => pictureName === undefined || !batch.isDone(one[pictureName]),
    );
  const misfits = useSuitability(tool, { values, pictures: form.pictures }, isLoggedIn);
  const isSuitable = (one: Values) => pictureName === undefined || !misfits.has(String(one[pictureName]));
  const forms = toStart(values);
  const suitable = forms.filter(isSuitable);
  const runs = (suitable.length > 0 ? suitable : forms).map((one) => paramsOf(tool, one));
  const isBatch = forms.length > 1 || batch.isRest;

  const asked = typeof values.engine === 'string' && values.engine !== '' ? values.engine : undefined;
  const chosen = asked === undefined ? engines?.[0] : engines?.find(({ name }) => name === asked);
  const unable: Obstacle[] =
    engines && engines.length > 0 && !chosen
      ? [{ kind: 'engine', field: 'engine', message: `引擎「${asked}」不能运行「${tool.title}」，请改选其他引擎` }]
      : [];
  const quality = chosen?.quality;
  // Visitors see the price with the full daily allowance, as for the first run of a day.
  const freeLeft = isLoggedIn ? allowance.data?.[tool.id] : tool.ticket.freeDaily;
  const price = priceOfRuns(tool, runs, freeLeft ?? 0, quality);
  const ticketsLeft = isLoggedIn ? tickets.data?.[tool.ticket.kind] : undefined;
  const isUploading = intake.uploads.some((upload) => !upload.problem || upload.isWaitingForLogin);
  const isWaitingForLogin = intake.uploads.some((upload) => upload.isWaitingForLogin);
  const found = obstaclesOf({
    tool,
    values: paramsOf(tool, values),
    runs,
    isLoggedIn,
    ticketsLeft,
    freeLeft: freeLeft ?? 0,
    quality,
    enginesAvailable: engines?.length,
    isUploading,
    ...(access ? { access } : {}),
  });
  const tooMany: Obstacle[] =
    runs.length > limit && isLoggedIn
      ? [{ kind: 'membership', message: `一次最多 ${limit} 张，现在有 ${runs.length} 张` }]
      : [];
  const unsuitable = suitable.length > 0 ? [] : [...new Set(misfits.values())];
  const misfit = unsuitable.map((message): Obstacle => ({ kind: 'field', message, field: pictureName ?? '' }));
  const obstacles = [...found, ...unable, ...misfit, ...tooMany, ...pending.obstacles].filter(
    ({ kind }) => !(kind === 'upload' && isWaitingForLogin),
  );
  const isBlocked = isStarting || obstacles.some((obstacle) => !isOvercome(obstacle));

  const begin = async () => {
    setIsFinishing(true);
    try {
      const given = { ...form.values, ...(await pending.finishAll()) };
      const params = paramsOf(tool, given);
      if (isBatch && pictureName) {
        const wishes = toStart(given)
          .filter(isSuitable)
          .map((one) => {
            const imageId = String(one[pictureName]);
            return {
              imageId,
              params: paramsOf(tool, one),
              parent: origin?.imageId === imageId ? origin.taskId : undefined,
            };
          });
        await batch.begin(wishes);
        input.onBegun();
      } else await run.start({ tool: tool.id, params, ...(parent ? { parent } : {}) });
      if (user && typeof params.promptTxt === 'string') keepPrompt(user.userId, tool.id, params.promptTxt);
    } catch (error) {
      if (!askForMissing(error, () => void begin(), '登录后开始生成')) toastFailure(error);
    } finally {
      setIsFinishing(false);
    }
  };

  const after = () => void begin();
  const lacks = (kind: Obstacle['kind']) => obstacles.some((obstacle) => obstacle.kind === kind);
  const launch = () => {
    if (isBlocked) {
      const reason = obstacles.find((obstacle) => !isOvercome(obstacle))?.message;
      if (reason && !isStarting) toast.info(reason);
      return;
    }
    // The waiting pictures are uploaded after the login; the user then presses start again.
    if (isWaitingForLogin) openLogin({ reason: '登录后继续上传', after: () => {} });
    else if (!isLoggedIn) openLogin({ reason: '登录后开始生成', after: () => void begin() });
    else if (tooMany.length > 0) openOffer({ want: { batch: runs.length }, after: () => undefined });
    else if (lacks('membership')) openOffer({ want: { size: values.quality === '4k' ? '4K' : '2K' }, after });
    else if (lacks('tickets')) {
      const shortage = { needed: price.total, left: ticketsLeft ?? 0 };
      openOffer({ want: { tickets: tool.ticket.kind }, shortage, after });
    } else void begin();
  };
  const latest = useRef(launch);
  latest.current = launch;
  const launchLatest = useCallback(() => latest.current(), []);
  useShortcuts(workbenchShortcuts, { launch: launchLatest });

  const { onPending, onProblem } = pending;
  const running = vip?.limits.running ?? 1;
  return {
    /** Runs of this start, and how many times a run's time they take together. */
    runCount: runs.length,
    /** Pictures that are left out because they do not suit. */
    leftOut: suitable.length > 0 ? forms.length - suitable.length : 0,
    /** Why pictures of the form do not suit, as sentences by image id. */
    misfits,
    rounds: Math.ceil(runs.length / running),
    outputs: price.outputs,
    /** Stores what is being drawn on the picture that is looked at. */
    finish: pending.finishAll,
    total: price.total,
    price: runPriceWords(price, tool.ticket.kind, quality),
    freeLeft: isLoggedIn && price.each > 0 ? freeLeft : undefined,
    ticketsLeft,
    obstacles,
    isStarting,
    launch: launchLatest,
    onPending,
    onProblem,
  };
}

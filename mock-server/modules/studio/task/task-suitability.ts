import type { LookedAhead } from '#shared/contract/task';
import { ProductError } from '#shared/errors';
import { completed, type DefinedTool, pictureIdsOf } from '#shared/tools/define-tool';
import { toolById } from '#shared/tools/registry';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { RenderEngine } from '../../../adapters/render/port.ts';
import type { UserCaller } from '../../base/caller.ts';
import { createCounter } from '../../base/limits.ts';
import type { Store } from '../../base/store.ts';
import type { ChosenCategories } from '../category/chosen-categories.ts';
import type { ImageService } from '../image/image.service.ts';
import type { EngineDirectory } from './engine-directory.ts';
import { inputsOf, nameOfEngine, questionLimit } from './task.rules.ts';

interface TaskSuitabilityDeps {
  store: Store;
  clock: Clock;
  images: ImageService;
  chosen: ChosenCategories;
  engines: EngineDirectory;
}

/** Checks before a run of whether its pictures suit the tool. */
export function createTaskSuitability({ store, clock, images, chosen, engines }: TaskSuitabilityDeps) {
  const { db } = store;
  const looks = createCounter({ store, clock, ...questionLimit });

  async function requestOf(accountId: string, tool: DefinedTool, params: Record<string, unknown>) {
    const own = await images.ownAmong(db, accountId, pictureIdsOf(tool, params));
    const pictures = [...own].map(
      ([id, row]) => [id, { ...row, isBuildingView: row.building_sha256 !== null }] as const,
    );
    return { tool: tool.id, params: chosen.forEngine(tool, params), pictures: Object.fromEntries(pictures) };
  }

  /** Checks that the engine has already made of the pictures of a run. */
  async function suitabilityOf(
    accountId: string,
    tool: DefinedTool,
    params: Record<string, unknown>,
    engine: RenderEngine,
  ): Promise<{ misfits: Record<string, string>; unseen?: Parameters<ImageService['expected']>[0] | undefined }> {
    const request = await requestOf(accountId, tool, params);
    const early = await engine.suitabilityOf?.(request);
    if (!early) return { misfits: {} };
    if ('unseen' in early) return { misfits: {}, unseen: request.pictures[early.unseen] };
    const { imageId, sentence } = early.misfit;
    const named = inputsOf(tool, params).filter((input) => input.imageId === imageId);
    return { misfits: Object.fromEntries(named.map(({ field }) => [field, sentence])) };
  }

  return {
    /** Throws `task.unsuitable_picture` where the engine knows already that a picture is not what the tool is for. */
    async requireSuitable(...asked: Parameters<typeof suitabilityOf>): Promise<void> {
      const { misfits } = await suitabilityOf(...asked);
      const [sentence] = Object.values(misfits);
      if (sentence === undefined) return;
      const fields = Object.fromEntries(Object.keys(misfits).map((field) => [field, [sentence]]));
      throw new ProductError('task.unsuitable_picture', { fill: { sentence }, fields });
    },

    /**
     * Reasons for which starts of unfinished forms would be refused because of their pictures, and choices that runs
     * would do nothing with, one answer a form. A picture without a check is checked next. Throws `tool.unknown`, `image.not_found`, `request.too_often`.
     */
    async lookAhead(
      { accountId }: UserCaller,
      toolId: string,
      forms: ReadonlyArray<Record<string, unknown>>,
    ): Promise<LookedAhead[]> {
      const tool = toolById(toolId);
      if (!tool) throw new ProductError('tool.unknown');
      looks.count(accountId);
      const lookAt = async (form: Record<string, unknown>): Promise<LookedAhead> => {
        const engine = (await engines.forTool(tool.id, nameOfEngine(form)))?.engine;
        if (!engine) return { isKnown: true, misfits: {}, idle: {} };
        const params = completed(tool, form);
        const { misfits, unseen } = await suitabilityOf(accountId, tool, params, engine);
        const idle = (await engine.idleChoicesOf?.(await requestOf(accountId, tool, params))) ?? {};
        if (unseen) engine.expect?.(tool.id, await images.expected(unseen));
        return { isKnown: !unseen, misfits, idle };
      };
      return Promise.all(forms.map(lookAt));
    },
  };
}

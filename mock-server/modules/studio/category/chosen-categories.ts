import { ProductError } from '#shared/errors';
import { isOwnCategoryId } from '#shared/tools/categories';
import type { DefinedTool } from '#shared/tools/define-tool';
import { type Field, presetIdsOf } from '#shared/tools/field';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { Db } from '../../base/store.ts';
import { noteFirstUse } from './category.repository.ts';
import { type CategoryService, isShown, type KnownCategory } from './category.service.ts';

export type ChosenCategories = ReturnType<typeof createChosenCategories>;

type Params = Readonly<Record<string, unknown>>;

/** Categories chosen in tasks: tasks keep the chosen id, and engines get a preset they know. */
export function createChosenCategories({ clock, categories }: { clock: Clock; categories: CategoryService }) {
  /** Why a category cannot be chosen for a field; nothing when it can. */
  function faultOf({ label, categoryRoot, categoryLevel }: Field, id: string): string | undefined {
    const path = categories.pathOf(id);
    const chosen = path.at(-1);
    if (!chosen) return `选择的${label}已不存在，请另选一个`;
    if (!isShown(chosen)) return `「${chosen.name}」已停用，请另选${label}`;
    const isInPlace = path[0]?.id === categoryRoot && path.length === categoryLevel;
    return isInPlace ? undefined : `「${chosen.name}」不能用作${label}，请另选一个`;
  }

  /** The nearest preset that the field offers: its own, or that of a category above it. */
  function presetFor(field: Field, id: string): unknown {
    const ids = presetIdsOf(field);
    if (ids.includes(id)) return id;
    for (let at: KnownCategory | undefined = categories.find(id); at; at = at.parent)
      if (ids.includes(at.presetId)) return at.presetId;
    return field.default;
  }

  return {
    /** @param given what was chosen, without what the tool starts from. Throws `task.params`. */
    require(tool: DefinedTool, given: Params): void {
      const fields: Record<string, string[]> = {};
      for (const [name, field, id] of chosenIn(tool, given)) {
        const fault = faultOf(field, id);
        if (fault) fields[name] = [fault];
      }
      const detail = Object.values(fields).flat().join('；');
      if (detail) throw new ProductError('task.params', { fill: { detail }, fields });
    },

    /** Keeps those that staff made from being removed. */
    async noteUse(tx: Db, tool: DefinedTool, params: Params): Promise<void> {
      const own = chosenIn(tool, params).flatMap(([, , id]) => (isOwnCategoryId(id) ? [id] : []));
      if (own.length > 0) await noteFirstUse(tx, own, clock.now());
    },

    /** The parameters with presets in the place of categories that staff made. */
    forEngine<P extends Params>(tool: DefinedTool, params: P): P {
      const chosen = chosenIn(tool, params).filter(([, , id]) => isOwnCategoryId(id));
      if (chosen.length === 0) return params;
      const presets = chosen.map(([name, field, id]) => [name, presetFor(field, id)] as const);
      const entries = Object.entries({ ...params, ...Object.fromEntries(presets) });
      return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as P;
    },

    /** Names of the chosen categories that staff made, by field. */
    ownNames(tool: DefinedTool, params: Params): Record<string, string> {
      const named = chosenIn(tool, params).flatMap(([field, , id]) => {
        const category = isOwnCategoryId(id) ? categories.find(id) : undefined;
        return category ? [[field, category.name]] : [];
      });
      return Object.fromEntries(named);
    },

    /** Names of the chosen categories that the served tree leaves out. */
    hiddenNames(tool: DefinedTool, params: Params): Record<string, string> {
      const hidden = chosenIn(tool, params).flatMap(([, , id]) => {
        const category = categories.find(id);
        return category && !isShown(category) ? [[id, category.name]] : [];
      });
      return Object.fromEntries(hidden);
    },
  };
}

function chosenIn(tool: DefinedTool, params: Params): Array<readonly [name: string, field: Field, id: string]> {
  return Object.entries(tool.fields).flatMap(([name, field]) => {
    const id = params[name];
    return field.editor === 'preset' && typeof id === 'string' ? [[name, field, id] as const] : [];
  });
}

import { categoryLevels, type StaffCategory } from '#shared/contract/category-desk';
import { categoriesAtLevel, findCategory } from '#shared/domain/category-tree';
import { ProductError } from '#shared/errors';
import { firstOwnCategoryId, categories as presetTree } from '#shared/tools/categories';
import type { Clock } from '../../../adapters/clock/port.ts';
import { withDeps } from '../../../with-deps.ts';
import type { RequestFacts, StaffCaller } from '../../base/caller.ts';
import type { ConsoleList } from '../../base/console-list.ts';
import type { Db, Store } from '../../base/store.ts';
import type { AuditService } from '../../records/audit/audit.service.ts';
import type { ChangeSets } from '../../records/audit/change-sets.service.ts';
import { imageUrl } from '../image/image.service.ts';
import * as tree from './category.repository.ts';
import type { CategoryService } from './category.service.ts';
import * as desk from './category-desk.repository.ts';

export interface CategoryDeskDeps {
  store: Store;
  clock: Clock;
  categories: CategoryService;
  audit: AuditService;
  changeSets: ChangeSets;
}

interface CategoryDraft {
  parentId: string;
  name: string;
}

export interface CategoryPatch {
  name?: string | undefined;
  isHidden?: boolean | undefined;
  thumbnailPictureId?: number | null | undefined;
  presetId?: string | undefined;
  version: number;
}

export interface CategoryMove {
  parentId: string | null;
  /** The sibling it comes to stand before; null for the last place. */
  beforeId: string | null;
  version: number;
}

const noPresets = { id: '', name: '', children: [] };

/** Every category of the console's list. */
export const categoryList: ConsoleList<StaffCategory> = {
  source: desk.categorySource,
  rows: async (db, ids) => described(db, await desk.categoriesByIds(db, ids.map(String)), ids.map(String)),
  idOf: (row) => row.id,
};

export type CategoryDesk = ReturnType<typeof createCategoryDesk>;

interface Deed {
  caller: StaffCaller;
  facts: RequestFacts;
  action: string;
  title: string;
  id: string;
  before: StaffCategory | null;
}

/** What staff do to the tree of categories; the tree that is served changes with them. */
export function createCategoryDesk(deps: CategoryDeskDeps) {
  const { store, clock, categories, changeSets } = deps;
  changeSets.register('category', {
    async now(tx, id) {
      const row = await desk.findCategory(tx, id);
      return row ? stateOf(row) : null;
    },
    async revert(tx, { id, before }) {
      const now = clock.now();
      if (!before) {
        await requireUnused(tx, id);
        await desk.updateCategory(tx, id, { deleted_at: now });
      } else {
        const { name, isHidden, thumbnailPictureId, parentId, place, presetId } = before as CategoryState;
        await desk.updateCategory(tx, id, { deleted_at: null });
        const moved = await shown(tx, id);
        await requirePlace(tx, moved, parentId);
        await requireFreeName(tx, parentId, name, id);
        const parent = parentId === null ? undefined : await mustFind(tx, parentId);
        await desk.updateCategory(tx, id, {
          ...{ name, is_hidden: isHidden ? 1 : 0, thumbnail_picture_id: thumbnailPictureId },
          ...{ preset_id: presetId ?? moved.presetId, version: moved.version + 1, updated_at: now },
        });
        await put(tx, id, parentId, place);
        await setLevels(tx, id, (parent?.level ?? 0) + 1);
      }
      await categories.renew(tx);
    },
  });
  const rows = {
    async create(tx: Db, caller: StaffCaller, draft: CategoryDraft, facts: RequestFacts): Promise<StaffCategory> {
      const { parentId, name } = draft;
      const parent = await mustFind(tx, parentId);
      if (parent.level >= categoryLevels)
        throw new ProductError('category.too_deep', { fill: { levels: categoryLevels } });
      await requireFreeName(tx, parentId, name);
      const siblings = await desk.childrenOf(tx, parentId);
      let number = firstOwnCategoryId + Math.floor(clock.now() / 1000);
      while (await desk.isIdTaken(tx, String(number))) number++;
      const id = String(number);
      await desk.insertCategory(tx, {
        ...{ id, parent_id: parentId, name, level: parent.level + 1, preset_id: parent.preset_id },
        place: (siblings.at(-1)?.place ?? -1) + 1,
        ...{ created_at: clock.now(), updated_at: clock.now() },
      });
      await note(deps, tx, {
        caller,
        facts,
        action: 'category.create',
        title: `新建分类「${name}」`,
        id,
        before: null,
      });
      return shown(tx, id);
    },

    async update(tx: Db, caller: StaffCaller, id: string, patch: CategoryPatch, facts: RequestFacts) {
      const before = await shown(tx, id);
      await take(deps, tx, before, patch.version);
      const { name, isHidden, thumbnailPictureId, presetId } = patch;
      if (name !== undefined) await requireFreeName(tx, before.parentId, name, id);
      await requireThumbnail(tx, thumbnailPictureId);
      if (presetId !== undefined) await requirePreset(tx, before, presetId);
      await desk.updateCategory(tx, id, {
        ...(name === undefined ? {} : { name }),
        ...(isHidden === undefined ? {} : { is_hidden: isHidden ? 1 : 0 }),
        ...(thumbnailPictureId === undefined ? {} : { thumbnail_picture_id: thumbnailPictureId }),
        ...(presetId === undefined ? {} : { preset_id: presetId }),
        updated_at: clock.now(),
      });
      const title = `修改分类「${before.name}」`;
      await note(deps, tx, { caller, facts, action: 'category.update', title, id, before });
      return shown(tx, id);
    },
  };
  return {
    ...withDeps(deps, { move, remove }),
    detail: (id: string): Promise<StaffCategory> => shown(store.db, id),
    /** Parents before their children, siblings in their order. */
    tree: async (): Promise<StaffCategory[]> => described(store.db, await tree.allCategories(store.db)),
    /** Inside a transaction, for many at once. */
    rows,
    create: (caller: StaffCaller, draft: CategoryDraft, facts: RequestFacts): Promise<StaffCategory> =>
      store.transact((tx) => rows.create(tx, caller, draft, facts)),
    update: (caller: StaffCaller, id: string, patch: CategoryPatch, facts: RequestFacts): Promise<StaffCategory> =>
      store.transact((tx) => rows.update(tx, caller, id, patch, facts)),
  };
}

async function move(
  deps: CategoryDeskDeps,
  caller: StaffCaller,
  id: string,
  move: CategoryMove,
  facts: RequestFacts,
): Promise<StaffCategory> {
  return deps.store.transact(async (tx) => {
    const { parentId, beforeId, version } = move;
    const before = await shown(tx, id);
    await take(deps, tx, before, version);
    await requirePlace(tx, before, parentId);
    const siblings = (await desk.childrenOf(tx, parentId)).filter((row) => row.id !== id);
    const at = siblings.findIndex((row) => row.id === beforeId);
    // A neighbour that was itself moved away meanwhile is no place any more.
    if (beforeId !== null && beforeId !== id && at < 0)
      throw new ProductError('category.changed_meanwhile', { beside: { current: before } });
    const place = beforeId === id ? before.place : at < 0 ? siblings.length : at;
    await put(tx, id, parentId, place);
    if (parentId !== before.parentId)
      await setLevels(tx, id, parentId === null ? 1 : (await mustFind(tx, parentId)).level + 1);
    await note(deps, tx, { caller, facts, action: 'category.move', title: `移动分类「${before.name}」`, id, before });
    return shown(tx, id);
  });
}

async function remove(
  deps: CategoryDeskDeps,
  caller: StaffCaller,
  id: string,
  version: number | undefined,
  facts: RequestFacts,
) {
  return deps.store.transact(async (tx) => {
    const before = await requireUnused(tx, id);
    await take(deps, tx, before, version ?? before.version);
    await desk.updateCategory(tx, id, { deleted_at: deps.clock.now() });
    await note(deps, tx, { caller, facts, action: 'category.remove', title: `删除分类「${before.name}」`, id, before });
    return before;
  });
}

async function mustFind(handle: Db, id: string): Promise<tree.CategoryRow> {
  const row = await desk.findCategory(handle, id);
  if (!row) throw new ProductError('category.not_found');
  return row;
}

async function shown(handle: Db, id: string): Promise<StaffCategory> {
  const [row] = await described(handle, [await mustFind(handle, id)], [id]);
  return row as StaffCategory;
}

/** Refuses what is not the version that is there, and shows that one. */
async function take(deps: CategoryDeskDeps, tx: Db, before: StaffCategory, version: number): Promise<void> {
  if (!(await desk.takeVersion(tx, before.id, version, deps.clock.now())))
    throw new ProductError('category.changed_meanwhile', { beside: { current: before } });
}

async function requireFreeName(tx: Db, parentId: string | null, name: string, ownId?: string): Promise<void> {
  const isTaken = (await desk.childrenOf(tx, parentId)).some((row) => row.name === name && row.id !== ownId);
  if (isTaken)
    throw new ProductError('category.name_taken', { fill: { name }, fields: { name: ['这个名称已经有了'] } });
}

/** Puts a category among the children of another one, and numbers them anew. */
async function put(tx: Db, id: string, parentId: string | null, place: number): Promise<void> {
  const siblings = (await desk.childrenOf(tx, parentId)).filter((row) => row.id !== id);
  await desk.updateCategory(tx, id, { parent_id: parentId, place });
  for (const [at, sibling] of siblings.entries()) {
    const next = at < place ? at : at + 1;
    if (sibling.place !== next) await desk.updateCategory(tx, sibling.id, { place: next });
  }
}

async function setLevels(tx: Db, id: string, level: number): Promise<void> {
  await desk.updateCategory(tx, id, { level });
  for (const child of await desk.childrenOf(tx, id)) await setLevels(tx, child.id, level + 1);
}

async function heightOf(tx: Db, id: string): Promise<number> {
  let below = 0;
  for (const child of await desk.childrenOf(tx, id)) below = Math.max(below, await heightOf(tx, child.id));
  return below + 1;
}

/** From the category up to its root. */
async function pathUp(tx: Db, id: string | null): Promise<tree.CategoryRow[]> {
  const path: tree.CategoryRow[] = [];
  for (let at = id; at !== null; ) {
    const row = await mustFind(tx, at);
    path.push(row);
    at = row.parent_id;
  }
  return path;
}

async function requirePlace(tx: Db, moved: StaffCategory, parentId: string | null): Promise<void> {
  const { id, name } = moved;
  if (parentId === moved.parentId) return;
  if (parentId === null || moved.parentId === null) throw new ProductError('category.root_fixed');
  const above = await pathUp(tx, parentId);
  if (above.some((row) => row.id === id)) throw new ProductError('category.cycle', { fill: { name } });
  if (above.length + (await heightOf(tx, id)) > categoryLevels)
    throw new ProductError('category.too_deep', { fill: { levels: categoryLevels } });
  await requirePresetsPlace(tx, moved, above);
  await requireFreeName(tx, parentId, name, id);
}

/** Tools offer their presets by root and level: a preset stays in both. */
async function requirePresetsPlace(tx: Db, moved: StaffCategory, above: readonly tree.CategoryRow[]) {
  const preset = await firstPreset(tx, moved);
  if (!preset) return;
  const root = (await pathUp(tx, moved.id)).at(-1) as tree.CategoryRow;
  if (above.at(-1)?.id === root.id && above.length + 1 === moved.level) return;
  const { name, level } = preset;
  throw new ProductError('category.preset_fixed', { fill: { name, root: root.name, level } });
}

/** The category or the first one below it that is a preset itself. */
async function firstPreset(
  tx: Db,
  { id, name, level, presetId }: Pick<StaffCategory, 'id' | 'name' | 'level' | 'presetId'>,
): Promise<{ name: string; level: number } | undefined> {
  if (presetId === id) return { name, level };
  for (const child of await desk.childrenOf(tx, id)) {
    const found = await firstPreset(tx, { ...child, presetId: child.preset_id });
    if (found) return found;
  }
  return undefined;
}

/** Why a category cannot be removed; empty when it can. */
function whyUsed({ id, presetId, children, used, isInWorks }: StaffCategory): string {
  if (presetId === id) return '是工具的预设';
  if (children > 0) return `下面还有 ${children} 个分类`;
  if (used > 0) return `下面有 ${used} 张图片、图集、案例或素材`;
  return isInWorks ? '已有作品用过' : '';
}

async function requireUnused(tx: Db, id: string): Promise<StaffCategory> {
  const category = await shown(tx, id);
  const by = whyUsed(category);
  if (by) throw new ProductError('category.used', { fill: { name: category.name, by } });
  return category;
}

async function requireThumbnail(tx: Db, pictureId: number | null | undefined): Promise<void> {
  if (pictureId === null || pictureId === undefined) return;
  if (!(await desk.imagesOfPictures(tx, [pictureId])).has(pictureId))
    throw new ProductError('category.no_thumbnail', { fields: { thumbnailPictureId: ['图库里没有这张公开图片'] } });
}

/** A category of staff's own uses a preset of its root and level, or what the one above it uses. */
async function requirePreset(tx: Db, { id, name, level, presetId: own }: StaffCategory, presetId: string) {
  if (presetId === own) return;
  const [, above, ...further] = await pathUp(tx, id);
  const root = further.at(-1) ?? above;
  const presets = root ? categoriesAtLevel(findCategory(presetTree, root.id) ?? noPresets, level) : [];
  const isApt = presetId === above?.preset_id || presets.some((preset) => preset.id === presetId);
  if (own === id || !isApt) throw new ProductError('category.no_preset', { fill: { name, root: root?.name ?? name } });
}

/** What each change leaves behind: the served tree, the audit's row, the change that can be undone. */
async function note(deps: CategoryDeskDeps, tx: Db, { caller, facts, action, title, id, before }: Deed): Promise<void> {
  const { audit, changeSets, categories } = deps;
  const row = await desk.findCategory(tx, id);
  const after = row ? await shown(tx, id) : undefined;
  await audit.record(tx, { caller, facts, action, subject: id, ...(before && { before }), ...(after && { after }) });
  const item = { resource: 'category', id, before: before && stateOfShown(before), after: row ? stateOf(row) : null };
  await changeSets.record(tx, { caller, facts, title, items: [item] });
  await categories.renew(tx);
}

/** What staff change of a category. */
type CategoryState = Pick<StaffCategory, 'name' | 'isHidden' | 'thumbnailPictureId' | 'parentId' | 'place'> & {
  /** Absent in changes of before it could be chosen. */
  presetId?: string;
};

const stateOfShown = ({ name, isHidden, thumbnailPictureId, parentId, place, presetId }: StaffCategory) => {
  return { name, isHidden, thumbnailPictureId, parentId, place, presetId } satisfies CategoryState;
};

const stateOf = (row: tree.CategoryRow) =>
  ({
    ...{ name: row.name, isHidden: row.is_hidden === 1, thumbnailPictureId: row.thumbnail_picture_id },
    ...{ parentId: row.parent_id, place: row.place, presetId: row.preset_id },
  }) satisfies CategoryState;

/** @param ids of the rows, where they are few; left out, all are counted */
async function described(db: Db, rows: readonly tree.CategoryRow[], ids?: readonly string[]): Promise<StaffCategory[]> {
  const children = await desk.countChildren(db, ids);
  const used = await desk.countUsed(db, ids);
  const images = await desk.imagesOfPictures(
    db,
    rows.flatMap((row) => row.thumbnail_picture_id ?? []),
  );
  return rows.map((row) => {
    const imageId = images.get(row.thumbnail_picture_id ?? 0);
    return {
      ...{ id: row.id, parentId: row.parent_id, name: row.name, level: row.level, place: row.place },
      ...{ isHidden: row.is_hidden === 1, presetId: row.preset_id, thumbnailPictureId: row.thumbnail_picture_id },
      thumbnailUrl: imageId === undefined ? null : imageUrl(imageId),
      ...{ children: children.get(row.id) ?? 0, used: used.get(row.id) ?? 0, version: row.version },
      isInWorks: row.first_used_at !== null,
      ...{ createdAt: row.created_at, updatedAt: Math.max(row.updated_at, row.created_at) },
    };
  });
}

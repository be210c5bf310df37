import { categoryLevels, type StaffCategory } from '#shared/contract/category-desk';
import { categoriesAtLevel, findCategory } from '#shared/domain/category-tree';
import { ProductError } from '#shared/errors';
import { firstOwnCategoryId, categories as presetTree } from '#shared/tools/categories';
import { withDeps } from '../../../with-deps.ts';
import type { StaffAct } from '../../base/caller.ts';
import { inTransactions } from '../../base/in-transactions.ts';
import type { Db, Store } from '../../base/store.ts';
import { plainVerbs, type RecordKind, titled, type UndoItem } from '../../records/record-kit/record-kind.ts';
import { createRecordKit, type RecordDeps, type RecordKit } from '../../records/record-kit/record-kit.ts';
import { imageUrl } from '../image/image.service.ts';
import * as tree from './category.repository.ts';
import type { CategoryService } from './category.service.ts';
import * as desk from './category-desk.repository.ts';

export interface CategoryDeskDeps extends RecordDeps {
  store: Store;
  categories: CategoryService;
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

const columns = {
  name: 'name',
  isHidden: 'is_hidden',
  thumbnailPictureId: 'thumbnail_picture_id',
  parentId: 'parent_id',
  place: 'place',
  presetId: 'preset_id',
} as const;

type Verb = keyof typeof plainVerbs;
type CategoryState = Pick<StaffCategory, keyof typeof columns>;
type CategoryKit = RecordKit<'category', StaffCategory, CategoryState, Verb>;

interface CategoryDeskParts extends CategoryDeskDeps {
  kit: CategoryKit;
}

const categoryKind = (
  parts: () => CategoryDeskParts,
): RecordKind<'category', StaffCategory, keyof typeof columns, Verb> => ({
  resource: 'category',
  source: desk.categorySource,
  columns,
  rows: async (db, ids) => described(db, await desk.categoriesByIds(db, ids.map(String)), ids.map(String)),
  missing: 'category.not_found',
  stale: 'category.changed_meanwhile',
  titleOf: titled('分类', plainVerbs, ({ name }) => name),
  isStamped: true,
  changed: (tx) => parts().categories.renew(tx),
  undo: { revert: (tx, item) => putBack(parts(), tx, item) },
});

export type CategoryDesk = ReturnType<typeof createCategoryDesk>;

/** Changes of the category tree by staff; the tree that is served follows them. */
export function createCategoryDesk(deps: CategoryDeskDeps) {
  const { store } = deps;
  const parts: CategoryDeskParts = {
    ...deps,
    kit: createRecordKit(
      deps,
      categoryKind(() => parts),
    ),
  };
  const rows = withDeps(parts, { create, update });
  return {
    list: parts.kit.list,
    detail: (id: string): Promise<StaffCategory> => parts.kit.mustFind(store.db, id),
    /** Parents before their children, siblings in their order. */
    tree: async (): Promise<StaffCategory[]> => described(store.db, await tree.allCategories(store.db)),
    /** Inside a transaction, for many at once. */
    rows,
    ...inTransactions(store, { ...rows, ...withDeps(parts, { move, remove }) }),
  };
}

/** Throws `category.too_deep`, `category.name_taken`. */
async function create({ kit, clock }: CategoryDeskParts, tx: Db, act: StaffAct, { parentId, name }: CategoryDraft) {
  const parent = await kit.mustFind(tx, parentId);
  if (parent.level >= categoryLevels) throw new ProductError('category.too_deep', { fill: { levels: categoryLevels } });
  await requireFreeName(tx, parentId, name);
  const siblings = await desk.childrenOf(tx, parentId);
  let number = firstOwnCategoryId + Math.floor(clock.now() / 1000);
  while (await desk.isIdTaken(tx, String(number))) number++;
  const fields = { parentId, name, presetId: parent.presetId, place: (siblings.at(-1)?.place ?? -1) + 1 };
  return kit.create(tx, act, fields, { id: String(number), level: parent.level + 1, created_at: clock.now() });
}

function update({ kit }: CategoryDeskParts, tx: Db, act: StaffAct, id: string, { version, ...fields }: CategoryPatch) {
  const { name, thumbnailPictureId, presetId } = fields;
  const check = async (before: StaffCategory) => {
    if (name !== undefined) await requireFreeName(tx, before.parentId, name, id);
    await requireThumbnail(tx, thumbnailPictureId);
    if (presetId !== undefined) await requirePreset(kit, tx, before, presetId);
  };
  return kit.change(tx, act, id, { version, fields, check });
}

async function move({ kit }: CategoryDeskParts, tx: Db, act: StaffAct, id: string, move: CategoryMove) {
  const { parentId, beforeId, version } = move;
  const before = await kit.mustFind(tx, id);
  await kit.takeVersion(tx, before, version);
  await requirePlace(kit, tx, before, parentId);
  const siblings = (await desk.childrenOf(tx, parentId)).filter((row) => row.id !== id);
  const at = siblings.findIndex((row) => row.id === beforeId);
  // A neighbour that was itself moved away meanwhile is no place any more.
  if (beforeId !== null && beforeId !== id && at < 0)
    throw new ProductError('category.changed_meanwhile', { beside: { current: before } });
  const place = beforeId === id ? before.place : at < 0 ? siblings.length : at;
  await put(tx, id, parentId, place);
  if (parentId !== before.parentId)
    await setLevels(tx, id, parentId === null ? 1 : (await kit.mustFind(tx, parentId)).level + 1);
  await kit.note(tx, act, 'move', { id, before });
  return kit.mustFind(tx, id);
}

/** Throws `category.used`. */
async function remove({ kit, clock }: CategoryDeskParts, tx: Db, act: StaffAct, id: string, version?: number) {
  const before = await requireUnused(kit, tx, id);
  await kit.takeVersion(tx, before, version ?? before.version);
  await desk.updateCategory(tx, id, { deleted_at: clock.now() });
  await kit.note(tx, act, 'remove', { id, before });
  return before;
}

async function putBack({ kit, clock }: CategoryDeskParts, tx: Db, { id, before }: UndoItem<CategoryState>) {
  if (!before) {
    await requireUnused(kit, tx, id);
    await desk.updateCategory(tx, id, { deleted_at: clock.now() });
    return;
  }
  const { parentId, place, ...fields } = before;
  await desk.updateCategory(tx, id, { deleted_at: null });
  const moved = await kit.mustFind(tx, id);
  await requirePlace(kit, tx, moved, parentId);
  await requireFreeName(tx, parentId, fields.name, id);
  const parent = parentId === null ? undefined : await kit.mustFind(tx, parentId);
  await kit.write(tx, id, fields, { version: moved.version + 1 });
  await put(tx, id, parentId, place);
  await setLevels(tx, id, (parent?.level ?? 0) + 1);
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
async function pathUp(kit: CategoryKit, tx: Db, id: string | null): Promise<StaffCategory[]> {
  const path: StaffCategory[] = [];
  for (let at = id; at !== null; ) {
    const category = await kit.mustFind(tx, at);
    path.push(category);
    at = category.parentId;
  }
  return path;
}

async function requirePlace(kit: CategoryKit, tx: Db, moved: StaffCategory, parentId: string | null): Promise<void> {
  const { id, name } = moved;
  if (parentId === moved.parentId) return;
  if (parentId === null || moved.parentId === null) throw new ProductError('category.root_fixed');
  const above = await pathUp(kit, tx, parentId);
  if (above.some((row) => row.id === id)) throw new ProductError('category.cycle', { fill: { name } });
  if (above.length + (await heightOf(tx, id)) > categoryLevels)
    throw new ProductError('category.too_deep', { fill: { levels: categoryLevels } });
  await requirePresetsPlace(kit, tx, moved, above);
  await requireFreeName(tx, parentId, name, id);
}

/** Tools offer their presets by root and level: a preset stays in both. */
async function requirePresetsPlace(
  kit: CategoryKit,
  tx: Db,
  moved: StaffCategory,
  above: readonly StaffCategory[],
): Promise<void> {
  const preset = await firstPreset(tx, moved);
  if (!preset) return;
  const root = (await pathUp(kit, tx, moved.id)).at(-1);
  if (!root || (above.at(-1)?.id === root.id && above.length + 1 === moved.level)) return;
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

async function requireUnused(kit: CategoryKit, tx: Db, id: string): Promise<StaffCategory> {
  const category = await kit.mustFind(tx, id);
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
async function requirePreset(kit: CategoryKit, tx: Db, category: StaffCategory, presetId: string): Promise<void> {
  const { id, name, level, presetId: own } = category;
  if (presetId === own) return;
  const [, above, ...further] = await pathUp(kit, tx, id);
  const root = further.at(-1) ?? above;
  const presets = root ? categoriesAtLevel(findCategory(presetTree, root.id) ?? noPresets, level) : [];
  const isApt = presetId === above?.presetId || presets.some((preset) => preset.id === presetId);
  if (own === id || !isApt) throw new ProductError('category.no_preset', { fill: { name, root: root?.name ?? name } });
}

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

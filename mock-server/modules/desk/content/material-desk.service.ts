import type { StaffMaterial } from '#shared/contract/content-desk';
import { ProductError } from '#shared/errors';
import { categoryRoots } from '#shared/tools/categories';
import { withDeps } from '../../../with-deps.ts';
import type { RequestFacts, StaffAct, StaffCaller } from '../../base/caller.ts';
import type { ConsoleList } from '../../base/console-list.ts';
import type { Db } from '../../base/store.ts';
import type { CategoryService } from '../../studio/category/category.service.ts';
import { imageUrl } from '../../studio/image/image.service.ts';
import * as content from './content.repository.ts';
import type { ContentDeskDeps } from './hot-word-desk.service.ts';
import { placeBefore, putAt } from './place-order.ts';

export interface MaterialPatch {
  name?: string | undefined;
  classifyId?: string | undefined;
  isHidden?: boolean | undefined;
  version: number;
}

export type MaterialDesk = ReturnType<typeof createMaterialDesk>;

type MaterialDeskDeps = ContentDeskDeps & { categories: CategoryService };

/** The materials that tools lay onto pictures: their names, categories, order, and which are offered. */
export function createMaterialDesk(deps: MaterialDeskDeps) {
  const { store, changeSets } = deps;
  const list: ConsoleList<StaffMaterial> = {
    source: content.materialSource,
    rows: (handle, ids) => shown(deps, handle, ids.map(String)),
    idOf: (row) => row.id,
  };
  changeSets.register('material', {
    async now(tx, id) {
      const [material] = await shown(deps, tx, [id]);
      return material ? stateOf(material) : null;
    },
    async revert(tx, { id, before }) {
      const { name, classifyId, isHidden, place } = before as ReturnType<typeof stateOf>;
      const { version } = await mustFind(deps, tx, id);
      const is_hidden = isHidden ? 1 : 0;
      await content.updateMaterial(tx, id, { name, classify_id: classifyId, is_hidden, version: version + 1 });
      await putAt(tx, 'material', id, place);
    },
  });
  return {
    ...withDeps(deps, { move }),
    listed: list,
    detail: (id: string) => mustFind(deps, store.db, id),
    /** Inside a transaction, for many at once. */
    rows: withDeps(deps, { update: updateRow }),
    update: (caller: StaffCaller, id: string, patch: MaterialPatch, facts: RequestFacts): Promise<StaffMaterial> =>
      store.transact((tx) => updateRow(deps, tx, caller, id, patch, facts)),
  };
}

async function move(
  deps: MaterialDeskDeps,
  caller: StaffCaller,
  id: string,
  to: { beforeId: string | null; version: number },
  facts: RequestFacts,
) {
  return deps.store.transact(async (tx) => {
    const before = await mustFind(deps, tx, id);
    await take(tx, before, to.version);
    const place = await placeBefore(tx, 'material', id, to.beforeId);
    if (place === undefined) throw new ProductError('content.changed_meanwhile', { beside: { current: before } });
    await putAt(tx, 'material', id, place);
    return note(deps, tx, { caller, facts }, 'move', before);
  });
}

async function shown({ categories }: MaterialDeskDeps, handle: Db, ids: readonly string[]): Promise<StaffMaterial[]> {
  return (await content.materialsByIds(handle, ids)).map((row) => ({
    ...{ id: row.id, name: row.name, classifyId: row.classify_id, url: imageUrl(row.image_id) },
    category: categories.find(row.classify_id)?.name ?? '',
    ...{ isHidden: row.is_hidden === 1, place: row.place, version: row.version },
  }));
}

async function mustFind(deps: MaterialDeskDeps, handle: Db, id: string): Promise<StaffMaterial> {
  const [material] = await shown(deps, handle, [id]);
  if (!material) throw new ProductError('content.not_found');
  return material;
}

async function take(tx: Db, before: StaffMaterial, version: number): Promise<void> {
  if (!(await content.takeVersion(tx, 'material', before.id, version)))
    throw new ProductError('content.changed_meanwhile', { beside: { current: before } });
}

function requireCategory(deps: MaterialDeskDeps, classifyId: string | undefined): void {
  if (classifyId === undefined) return;
  const [root, ...below] = deps.categories.pathOf(classifyId);
  if (root?.id !== categoryRoots.material || below.length === 0)
    throw new ProductError('content.no_material_category', { fields: { classifyId: ['请选择材质之下的分类'] } });
}

async function note(
  deps: MaterialDeskDeps,
  tx: Db,
  { caller, facts }: StaffAct,
  verb: 'update' | 'move',
  before: StaffMaterial,
): Promise<StaffMaterial> {
  const { id, name } = before;
  const after = await mustFind(deps, tx, id);
  await deps.audit.record(tx, { caller, facts, action: `material.${verb}`, subject: id, before, after });
  const item = { resource: 'material', id, before: stateOf(before), after: stateOf(after) };
  const title = `${verb === 'move' ? '移动' : '修改'}素材「${name}」`;
  await deps.changeSets.record(tx, { caller, facts, title, items: [item] });
  return after;
}

async function updateRow(
  deps: MaterialDeskDeps,
  tx: Db,
  caller: StaffCaller,
  id: string,
  patch: MaterialPatch,
  facts: RequestFacts,
) {
  const before = await mustFind(deps, tx, id);
  const { name, classifyId, isHidden, version } = patch;
  await take(tx, before, version);
  requireCategory(deps, classifyId);
  await content.updateMaterial(tx, id, {
    ...(name === undefined ? {} : { name }),
    ...(classifyId === undefined ? {} : { classify_id: classifyId }),
    ...(isHidden === undefined ? {} : { is_hidden: isHidden ? 1 : 0 }),
    version: version + 1,
  });
  return note(deps, tx, { caller, facts }, 'update', before);
}

const stateOf = ({ name, classifyId, isHidden, place }: StaffMaterial) => ({ name, classifyId, isHidden, place });

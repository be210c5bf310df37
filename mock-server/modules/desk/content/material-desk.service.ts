import type { StaffMaterial } from '#shared/contract/content-desk';
import { ProductError } from '#shared/errors';
import { categoryRoots } from '#shared/tools/categories';
import type { StaffAct } from '../../base/caller.ts';
import { inTransactions } from '../../base/in-transactions.ts';
import type { Db } from '../../base/store.ts';
import { plainVerbs, type RecordKind, storedRows, titled } from '../../records/record-kit/record-kind.ts';
import { createRecordKit } from '../../records/record-kit/record-kit.ts';
import type { CategoryService } from '../../studio/category/category.service.ts';
import { imageUrl } from '../../studio/image/image.service.ts';
import { materialSource } from './content.repository.ts';
import type { ContentDeskDeps } from './hot-word-desk.service.ts';

export interface MaterialPatch {
  name?: string | undefined;
  classifyId?: string | undefined;
  isHidden?: boolean | undefined;
  version: number;
}

type MaterialDeskDeps = ContentDeskDeps & { categories: CategoryService };
type MaterialField = 'name' | 'classifyId' | 'isHidden' | 'place';

const materialKind = ({
  categories,
}: MaterialDeskDeps): RecordKind<'material', StaffMaterial, MaterialField, keyof typeof plainVerbs> => ({
  resource: 'material',
  source: materialSource,
  columns: { name: 'name', classifyId: 'classify_id', isHidden: 'is_hidden', place: 'place' },
  rows: async (db, ids) =>
    (await storedRows(db, 'material', ids)).map((row) => ({
      ...{ id: row.id, name: row.name, classifyId: row.classify_id, url: imageUrl(row.image_id) },
      category: categories.find(row.classify_id)?.name ?? '',
      ...{ isHidden: row.is_hidden === 1, place: row.place, version: row.version },
    })),
  missing: 'content.not_found',
  stale: 'content.changed_meanwhile',
  titleOf: titled('素材', plainVerbs, ({ name }) => name),
  isOrdered: true,
});

export type MaterialDesk = ReturnType<typeof createMaterialDesk>;

/** The materials that tools lay onto pictures: their names, categories, order, and which are offered. */
export function createMaterialDesk(deps: MaterialDeskDeps) {
  const materials = createRecordKit(deps, materialKind(deps));
  const rows = {
    update: (tx: Db, act: StaffAct, id: string, { version, ...fields }: MaterialPatch) =>
      materials.change(tx, act, id, { version, fields, check: () => requireCategory(deps, fields.classifyId) }),
  };
  return {
    list: materials.list,
    detail: (id: string) => materials.mustFind(deps.store.db, id),
    /** Inside a transaction, for many at once. */
    rows,
    ...inTransactions(deps.store, { ...rows, move: materials.move }),
  };
}

/** Throws `content.no_material_category`. */
function requireCategory({ categories }: MaterialDeskDeps, classifyId: string | undefined): void {
  if (classifyId === undefined) return;
  const [root, ...below] = categories.pathOf(classifyId);
  if (root?.id !== categoryRoots.material || below.length === 0)
    throw new ProductError('content.no_material_category', { fields: { classifyId: ['请选择材质之下的分类'] } });
}

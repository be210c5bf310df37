import { setImmediate as turn } from 'node:timers/promises';
import type { Material } from '#shared/contract/task';
import type { CategoryNode } from '#shared/domain/category-tree';
import { categories as presets } from '#shared/tools/categories';
import type { Clock } from '../../../adapters/clock/port.ts';
import { afterCommit, type Db, type Store } from '../../base/store.ts';
import { imageUrl } from '../image/image.service.ts';
import * as rows from './category.repository.ts';

/** Presets put in by one transaction, after which others get their turn. */
const insertedAtOnce = 100;

export type CategoryService = ReturnType<typeof createCategoryService>;

/** A category with its place in the tree. */
export interface KnownCategory {
  id: string;
  name: string;
  /** 1 for a root. */
  level: number;
  parent: KnownCategory | undefined;
  isHidden: boolean;
  /** The category whose preset of the tools it uses. */
  presetId: string;
}

interface Grown {
  /** Of what is not hidden. */
  tree: readonly CategoryNode[];
  byId: ReadonlyMap<string, KnownCategory>;
  /** Lower case. */
  names: ReadonlySet<string>;
}

/**
 * The tree of categories. It lives in the database, where rows may be added and hidden; those of the presets are put in
 * where they are missing. It is kept in memory, and `load` reads it again after a change.
 */
export function createCategoryService({ store, clock }: { store: Store; clock: Clock }) {
  const { db, transact } = store;
  let known: Grown = { tree: [], byId: new Map(), names: new Set() };

  async function load(): Promise<void> {
    known = grow(await rows.allCategories(db));
  }

  async function start(): Promise<void> {
    const all = await rows.allCategories(db);
    const there = new Set(all.map(({ id }) => id));
    const missing = presetRows(presets, null, 1, clock.now()).filter(({ id }) => !there.has(id));
    if (missing.length === 0) {
      known = grow(all);
      return;
    }
    // A start that is cut off leaves parents without children, and the next one puts in the rest.
    for (let from = 0; from < missing.length; from += insertedAtOnce) {
      await transact((tx) => rows.insertCategories(tx, missing.slice(from, from + insertedAtOnce)));
      await turn();
    }
    await load();
  }
  store.whenEmptied(start);

  return {
    /** Puts in what is missing, and reads the tree. */
    start,

    load,

    /** Serves what a transaction has changed as soon as it is committed. */
    async renew(tx: Db): Promise<void> {
      const next = grow(await rows.allCategories(tx));
      afterCommit(tx, () => {
        known = next;
      });
    },

    /** Hidden categories and what lies below them are left out. */
    tree: (): readonly CategoryNode[] => known.tree,

    find: (id: string): KnownCategory | undefined => known.byId.get(id),

    /** Returns true when some category is called so, in lower case. */
    isName: (word: string): boolean => known.names.has(word),

    /** Every category that is not hidden, parents before their children. */
    shown: (): KnownCategory[] => [...known.byId.values()].filter(isShown),

    /** From the root down; empty when there is no such category. */
    pathOf(id: string): KnownCategory[] {
      const path: KnownCategory[] = [];
      for (let at = known.byId.get(id); at; at = at.parent) path.unshift(at);
      return path;
    },

    /** The category and everything below it; empty when there is no such category. */
    withBelow(id: string): string[] {
      const found = known.byId.get(id);
      return found ? [...known.byId.values()].filter((each) => isBelow(each, found)).map((each) => each.id) : [];
    },

    async materials(): Promise<Material[]> {
      const found = await rows.allMaterials(db);
      return found.map(({ id, name, kind, classify_id: classifyId, image_id, width, height }) => {
        return { id, name, kind, classifyId, url: imageUrl(image_id), width, height };
      });
    },
  };
}

/** Neither it nor a category above it is hidden. */
export function isShown(category: KnownCategory): boolean {
  for (let at: KnownCategory | undefined = category; at; at = at.parent) if (at.isHidden) return false;
  return true;
}

function isBelow(category: KnownCategory, above: KnownCategory): boolean {
  for (let at: KnownCategory | undefined = category; at; at = at.parent) if (at === above) return true;
  return false;
}

function presetRows(
  nodes: readonly CategoryNode[],
  parentId: string | null,
  level: number,
  now: number,
): rows.NewCategory[] {
  return nodes.flatMap(({ id, name, children }, place) => [
    { id, parent_id: parentId, name, level, place, is_hidden: 0 as const, preset_id: id, created_at: now },
    ...presetRows(children, id, level + 1, now),
  ]);
}

function grow(all: readonly rows.CategoryRow[]): Grown {
  const byId = new Map<string, KnownCategory>();
  const nodes = new Map<string, { id: string; name: string; children: CategoryNode[] }>();
  const tree: CategoryNode[] = [];
  for (const { id, name, level, parent_id, is_hidden, preset_id } of all) {
    const parent = parent_id === null ? undefined : byId.get(parent_id);
    byId.set(id, { id, name, level, parent, isHidden: is_hidden === 1, presetId: preset_id });
    if (is_hidden === 1) continue;
    const node = { id, name, children: [] };
    const above = parent_id === null ? { children: tree } : nodes.get(parent_id);
    if (!above) continue;
    above.children.push(node);
    nodes.set(id, node);
  }
  return { tree, byId, names: new Set(all.map(({ name }) => name.toLowerCase())) };
}

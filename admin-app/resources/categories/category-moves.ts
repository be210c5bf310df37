import { categoryLevels, type StaffCategory } from '#shared/contract/category-desk';
import type { CategoryNode } from '#shared/domain/category-tree';

/** A category with those below it, in their order. */
export interface Branch extends StaffCategory {
  below: Branch[];
}

/** Target of a move: the parent, and the sibling it comes before. */
export interface TreePosition {
  parentId: string | null;
  beforeId: string | null;
}

/** @param rows parents before their children, siblings in their order */
export function growTree(rows: readonly StaffCategory[]): { roots: Branch[]; byId: ReadonlyMap<string, Branch> } {
  const byId = new Map<string, Branch>();
  const roots: Branch[] = [];
  for (const row of rows) {
    const branch = { ...row, below: [] };
    byId.set(row.id, branch);
    const siblings = row.parentId === null ? roots : byId.get(row.parentId)?.below;
    siblings?.push(branch);
  }
  return { roots, byId };
}

/** The tree as the server sends it: without what is hidden, and what lies below that. */
export function servedTree(roots: readonly Branch[]): CategoryNode[] {
  return roots
    .filter(({ isHidden }) => !isHidden)
    .map(({ id, name, below }) => ({ id, name, children: servedTree(below) }));
}

export const moveDirections = ['up', 'down', 'in', 'out'] as const;
export type MoveDirection = (typeof moveDirections)[number];

/** Target of one step; undefined when there is no such step. */
export function stepOf(
  branch: Branch,
  direction: MoveDirection,
  { roots, byId }: ReturnType<typeof growTree>,
): TreePosition | undefined {
  const { id, parentId } = branch;
  const parent = parentId === null ? undefined : byId.get(parentId);
  const siblings = parent?.below ?? roots;
  const at = siblings.findIndex((each) => each.id === id);
  const next = (place: number) => siblings[place]?.id ?? null;
  if (direction === 'up') return at > 0 ? { parentId, beforeId: next(at - 1) } : undefined;
  if (direction === 'down') return at < siblings.length - 1 ? { parentId, beforeId: next(at + 2) } : undefined;
  const before = siblings[at - 1];
  // The first level belongs to the tools: nothing leaves or joins it.
  if (direction === 'in')
    return before && parent && before.level + heightOf(branch) <= categoryLevels
      ? { parentId: before.id, beforeId: null }
      : undefined;
  if (!parent || parent.parentId === null) return undefined;
  const above = byId.get(parent.parentId)?.below ?? [];
  const after = above[above.findIndex((each) => each.id === parent.id) + 1];
  return { parentId: parent.parentId, beforeId: after?.id ?? null };
}

/** Target of a drop: onto a category (its first place) or into the gap behind one. */
export function dropOf(
  target: Branch,
  isIntoGap: boolean,
  isGapAbove: boolean,
  { roots, byId }: ReturnType<typeof growTree>,
): TreePosition {
  if (!isIntoGap) return { parentId: target.id, beforeId: target.below[0]?.id ?? null };
  const siblings = target.parentId === null ? roots : (byId.get(target.parentId)?.below ?? []);
  if (isGapAbove) return { parentId: target.parentId, beforeId: target.id };
  const next = siblings[siblings.findIndex((each) => each.id === target.id) + 1];
  return { parentId: target.parentId, beforeId: next?.id ?? null };
}

/** Why a drop cannot be; the server judges again. */
export function mayDrop(moved: Branch, { parentId }: TreePosition, { byId }: ReturnType<typeof growTree>): boolean {
  if (parentId === moved.parentId) return true;
  if (parentId === null || moved.parentId === null) return false;
  const parent = byId.get(parentId);
  if (!parent || parent.level + heightOf(moved) > categoryLevels) return false;
  for (let at: Branch | undefined = parent; at; at = at.parentId === null ? undefined : byId.get(at.parentId))
    if (at.id === moved.id) return false;
  return true;
}

/** Names from the root down to a category. */
export function pathNames({ name, parentId }: Branch, byId: ReadonlyMap<string, Branch>): string[] {
  const parent = parentId === null ? undefined : byId.get(parentId);
  return parent ? [...pathNames(parent, byId), name] : [name];
}

function heightOf({ below }: Branch): number {
  return 1 + Math.max(0, ...below.map(heightOf));
}

/** Which columns a list shows and in which order, and how close its rows stand. */
export interface ListLayout {
  /** Keys in their order; columns that are not named come after them, as the list declares them. */
  order: string[];
  hidden: string[];
  density: Density;
}

export const densities = ['compact', 'normal', 'loose'] as const;
export type Density = (typeof densities)[number];
export const densityLabels: Record<Density, string> = { compact: '紧凑', normal: '标准', loose: '宽松' };

export const plainLayout: ListLayout = { order: [], hidden: [], density: 'normal' };

interface Column {
  key: string;
  pinned?: 'left' | 'right';
}

const place = ({ pinned }: Column) => (pinned === 'left' ? 0 : pinned === 'right' ? 2 : 1);

/** Every column in its order, hidden ones too; pinned ones stay at their edge. */
export function inOrderOf<C extends Column>(columns: readonly C[], { order }: Pick<ListLayout, 'order'>): C[] {
  const rank = ({ key }: C) => {
    const index = order.indexOf(key);
    return index === -1 ? order.length : index;
  };
  return [...columns].sort((one, other) => place(one) - place(other) || rank(one) - rank(other));
}

/** The columns to show; a pinned one is always shown, or nothing would name the rows. */
export function shownColumns<C extends Column>(columns: readonly C[], layout: ListLayout): C[] {
  return inOrderOf(columns, layout).filter(
    (column) => canHide(column) === false || !layout.hidden.includes(column.key),
  );
}

export const canHide = ({ pinned }: Column): boolean => pinned === undefined;

/** Moves a column one place among those that can be moved. */
export function moved<C extends Column>(
  columns: readonly C[],
  layout: ListLayout,
  key: string,
  by: -1 | 1,
): ListLayout {
  const keys = inOrderOf(columns, layout)
    .filter(canHide)
    .map((column) => column.key);
  const from = keys.indexOf(key);
  const to = from + by;
  if (from === -1 || to < 0 || to >= keys.length) return layout;
  keys.splice(to, 0, ...keys.splice(from, 1));
  return { ...layout, order: keys };
}

export function toggled(layout: ListLayout, key: string): ListLayout {
  const isHidden = layout.hidden.includes(key);
  return { ...layout, hidden: isHidden ? layout.hidden.filter((name) => name !== key) : [...layout.hidden, key] };
}

/** A layout as it was written down; undefined for anything else. */
export function readLayout(text: string | null): ListLayout | undefined {
  try {
    const read = JSON.parse(text ?? 'null') as Partial<ListLayout> | null;
    if (!read || !Array.isArray(read.order) || !Array.isArray(read.hidden)) return undefined;
    const density = densities.find((name) => name === read.density) ?? 'normal';
    return { order: read.order.map(String), hidden: read.hidden.map(String), density };
  } catch {
    return undefined;
  }
}

import type { VersionTree } from '#shared/contract/project';

export type VersionPicture = VersionTree['pictures'][number];

export interface PlacedPicture {
  picture: VersionPicture;
  /** Column from the oldest ancestor, and place in the column. */
  column: number;
  row: number;
}

export interface VersionLayout {
  nodes: PlacedPicture[];
  /** Indexes into `nodes`. */
  edges: { from: number; to: number; tool: string }[];
  columns: number;
  rows: number;
}

/** One column a step; within a column pictures stand near what they were made from, so that lines cross little. */
export function layOutVersions({ pictures, steps }: VersionTree): VersionLayout {
  const first = Math.min(0, ...pictures.map((picture) => picture.depth));
  const byColumn = new Map<number, VersionPicture[]>();
  for (const picture of pictures) {
    const column = picture.depth - first;
    byColumn.set(column, [...(byColumn.get(column) ?? []), picture]);
  }
  const rowOf = new Map<string, number>();
  const nodes: PlacedPicture[] = [];
  for (const column of [...byColumn.keys()].sort((a, b) => a - b)) {
    const members = byColumn.get(column) ?? [];
    const wish = (picture: VersionPicture) => {
      const sources = steps.flatMap((step) => (step.to === picture.imageId ? (rowOf.get(step.from) ?? []) : []));
      return sources.length === 0 ? 0 : sources.reduce((sum, row) => sum + row, 0) / sources.length;
    };
    members
      .map((picture) => ({ picture, wish: wish(picture) }))
      .sort((a, b) => a.wish - b.wish || a.picture.createdAt - b.picture.createdAt)
      .forEach(({ picture }, row) => {
        rowOf.set(picture.imageId, row);
        nodes.push({ picture, column, row });
      });
  }
  const indexOf = new Map(nodes.map(({ picture }, index) => [picture.imageId, index]));
  const edges = steps.flatMap(({ from, to, tool }) => {
    const [start, end] = [indexOf.get(from), indexOf.get(to)];
    return start === undefined || end === undefined ? [] : [{ from: start, to: end, tool }];
  });
  const rows = Math.max(0, ...[...byColumn.values()].map((members) => members.length));
  return { nodes, edges, columns: byColumn.size, rows };
}

export interface DiffLine {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** Maximum number of line pairs to compare; above it, all old lines are reported as removed, all new ones as added. */
const mostPairs = 1_000_000;

/**
 * Line diff of two texts with the fewest changes (longest common subsequence). Lines are trimmed and blank lines left
 * out. Common leading and trailing lines are matched first. When the rest exceeds a million pairs of lines, all of it
 * counts as changed.
 */
export function diffLines(before: string, after: string): DiffLine[] {
  const [old, next] = [linesOf(before), linesOf(after)];
  const shortest = Math.min(old.length, next.length);
  let head = 0;
  while (head < shortest && old[head] === next[head]) head++;
  let tail = 0;
  while (tail < shortest - head && old.at(-1 - tail) === next.at(-1 - tail)) tail++;
  const same = (text: string): DiffLine => ({ kind: 'same', text });
  return [
    ...old.slice(0, head).map(same),
    ...changesOf(old.slice(head, old.length - tail), next.slice(head, next.length - tail)),
    ...old.slice(old.length - tail).map(same),
  ];
}

function changesOf(old: readonly string[], next: readonly string[]): DiffLine[] {
  if (old.length * next.length > mostPairs)
    return [
      ...old.map((text): DiffLine => ({ kind: 'removed', text })),
      ...next.map((text): DiffLine => ({ kind: 'added', text })),
    ];
  /** Lines both have from here on, by their places in each. */
  const common = Array.from({ length: old.length + 1 }, () => new Uint16Array(next.length + 1));
  const at = (i: number, j: number) => common[i]?.[j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = next.length - 1; j >= 0; j--)
      (common[i] as Uint16Array)[j] = old[i] === next[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const lines: DiffLine[] = [];
  for (let i = 0, j = 0; i < old.length || j < next.length; ) {
    const [left, right] = [old[i], next[j]];
    if (left !== undefined && left === right) {
      lines.push({ kind: 'same', text: left });
      i++;
      j++;
    } else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: 'removed', text: left });
      i++;
    } else {
      lines.push({ kind: 'added', text: right ?? '' });
      j++;
    }
  }
  return lines;
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

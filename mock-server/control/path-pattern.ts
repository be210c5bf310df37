import { z } from 'zod';

const longest = 200;
const isOpen = (segment: string) => segment === '*' || segment.startsWith(':');
const isPlace = (segment: string) => segment === '**' || isOpen(segment);

/** Parts of a path between its slashes, without those that a slash at the end would leave empty. */
const segmentsOf = (path: string) => path.replace(/\/$/, '').split('/').slice(1);

/**
 * Pattern of request paths, at most 200 characters. Without places it is the beginning of a path, such as `/api/task`;
 * with places it is the whole path: `*` and `:name` stand for one segment, `**` for any number of them, also none.
 */
export const PathPattern = z
  .string()
  .max(longest)
  .startsWith('/', { error: '路径以 / 开头' })
  .refine((pattern) => segmentsOf(pattern).every((segment) => isPlace(segment) || !segment.includes('*')), {
    error: '* 与 ** 各占一整段，例如 /api/task/* 或 /api/**',
  });

/** Returns a test of paths, as requests carry them, without the query. Takes at most pattern × path segments. */
export function pathMatcher(pattern: string): (path: string) => boolean {
  const wanted = segmentsOf(pattern);
  if (!wanted.some(isPlace)) return (path) => path.startsWith(pattern);
  return (path) => matchSegments(wanted, segmentsOf(path));
}

/** On a mismatch only the last `**` takes one more segment, so that no two of them multiply each other's choices. */
function matchSegments(wanted: readonly string[], given: readonly string[]): boolean {
  let at = 0;
  let last = -1;
  let resume = 0;
  for (let next = 0; next < given.length; ) {
    const want = wanted[at];
    if (want === '**') {
      last = at++;
      resume = next;
    } else if (want !== undefined && fits(want, given[next] ?? '')) {
      at++;
      next++;
    } else if (last >= 0) {
      at = last + 1;
      next = ++resume;
    } else return false;
  }
  return wanted.slice(at).every((segment) => segment === '**');
}

const fits = (want: string, segment: string) => (isOpen(want) ? segment !== '' : want === segment);

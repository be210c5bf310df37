import path from 'node:path';
import { namedByUrl } from './named-by-url.mjs';

/** Files by the files they depend on, each relative to the root of the project. */
export type Imports = ReadonlyMap<string, readonly string[]>;

/**
 * Dependencies of tests that the import graph does not contain, such as style sheets or documents that a test reads. A
 * change of a file that matches `files` selects every test that matches `tests`; both are matched against paths relative
 * to the root. Files named with `new URL('…', import.meta.url)` are in the graph already ({@link filesNamedByUrl}).
 */
export const unseenDependencies: ReadonlyArray<{ files: RegExp; tests: RegExp }> = [
  { files: /^(user-app|admin-app)\/.*\.css$/, tests: /^(user-app\/design-scales|tests\/contract\/console-sheets)/ },
  { files: /^(docs\/|README\.md|THIRD_PARTY\.md|package-lock\.json)/, tests: /^(tests\/contract|scripts)\// },
  { files: /^(docs\/QA\.md|tests\/(e2e\/kit\.spec\.ts|foreign-clients\/))/, tests: /^tests\/kit\// },
  { files: /^tests\/fixtures\/golden\//, tests: /^tests\/tools\/golden/ },
  { files: /^(user-app|admin-app|shared|engine|mock-server)\/.*\.tsx?$/, tests: /^tests\/contract\// },
];

/** Returns the changed files and all files that depend on them, directly or indirectly. */
export function dependentsOf(changed: readonly string[], imports: Imports): Set<string> {
  const dependents = new Map<string, string[]>();
  for (const [file, targets] of imports)
    for (const target of targets) dependents.set(target, [...(dependents.get(target) ?? []), file]);
  const touched = new Set(changed);
  for (const file of touched) for (const dependent of dependents.get(file) ?? []) touched.add(dependent);
  return touched;
}

/**
 * Returns the paths of the files that a source names with `new URL('…', import.meta.url)`: workers, templates, data.
 */
export function filesNamedByUrl(file: string, source: string): string[] {
  return [...source.matchAll(namedByUrl)].map(([, name = '']) => path.posix.join(path.posix.dirname(file), name));
}

/** Screen of the user app: its path, and its folder or file under `user-app/pages/`. */
export interface Page {
  path: string;
  page: string;
}

/**
 * Selects browser stories: changed ones, those that open the address of a page that depends on a change, and all
 * `@smoke` stories when the server depends on one.
 * @param stories the text of each story file with what it imports from `tests/e2e`, by its path
 * @returns paths of story files, and whether the smoke stories are among them
 */
export function storiesFor(
  touched: ReadonlySet<string>,
  stories: ReadonlyMap<string, string>,
  pages: readonly Page[],
): { files: string[]; isSmoke: boolean } {
  const addresses = pages.filter(({ page }) => isTouched(page, touched)).map(({ path }) => path);
  if ([...touched].some((file) => file.startsWith('admin-app/'))) addresses.push('/admin');
  const opens = (text: string) => addresses.some((address) => opensAddress(text, address));
  const files = [...stories].filter(([file, text]) => touched.has(file) || opens(text)).map(([file]) => file);
  return { files, isSmoke: touched.has('mock-server/main.ts') };
}

function isTouched(page: string, touched: ReadonlySet<string>): boolean {
  const module = path.posix.join('user-app/pages', page);
  return [`${module}.tsx`, `${module}/index.tsx`].some((file) => touched.has(file));
}

/**
 * Returns true when a string literal in `text` begins with the address: `'/orders'`, `'/orders?tab=2'`, `'/orders/17'`.
 */
function opensAddress(text: string, address: string): boolean {
  const fixed = address.replace(/\/:.*$/, '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`['"\`]${fixed}(['"\`?#]|/)`).test(text);
}

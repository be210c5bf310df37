/**
 * Prints as JSON which tests and browser stories a change touches: node scripts/touched.ts [commit], HEAD without one.
 * The graph is that of the import check.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { pages } from '#shared/domain/pages';
import { tools } from '#shared/tools/registry';
import { dependentsOf, filesNamedByUrl, type Imports, storiesFor, unseenDependencies } from './lib/touched.ts';

const areas = ['shared', 'engine', 'user-app', 'admin-app', 'mock-server', 'tests', 'scripts'];
const isTest = (file: string) => /\.test\.(ts|mjs)$/.test(file);
const isStory = (file: string) => file.endsWith('.spec.ts');

const linesOf = (program: string, ...args: string[]) =>
  execFileSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 28 })
    .split('\n')
    .filter((line) => line !== '');

function readImports(): Imports {
  const depcruise = 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs';
  const asked = [depcruise, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...areas];
  const { modules } = JSON.parse(linesOf(process.execPath, ...asked).join('\n')) as {
    modules: Array<{ source: string; dependencies: Array<{ resolved: string }> }>;
  };
  return new Map(
    modules
      .filter(({ source }) => areas.some((area) => source.startsWith(`${area}/`)) && existsSync(source))
      .map(({ source, dependencies }) => {
        const named = filesNamedByUrl(source, readFileSync(source, 'utf8'));
        return [source, [...dependencies.map(({ resolved }) => resolved), ...named]];
      }),
  );
}

/** The text of each story file together with the helpers of `tests/e2e` that it imports. */
function readStories(imports: Imports): Map<string, string> {
  const textWith = (file: string): string => {
    const helpers = (imports.get(file) ?? []).filter((target) => target.startsWith('tests/e2e/'));
    return [readFileSync(file, 'utf8'), ...helpers.map(textWith)].join('\n');
  };
  return new Map([...imports.keys()].filter(isStory).map((file) => [file, textWith(file)]));
}

const commit = process.argv[2] ?? 'HEAD';
const changed = [
  ...linesOf('git', 'diff', '--name-only', commit),
  ...linesOf('git', 'ls-files', '--others', '--exclude-standard'),
];
const imports = readImports();
const touched = dependentsOf(changed, imports);
for (const { files, tests } of unseenDependencies) {
  if (!changed.some((file) => files.test(file))) continue;
  for (const file of imports.keys()) if (isTest(file) && tests.test(file)) touched.add(file);
}
const toolPages = tools.flatMap((tool) => tool.paths.map((path) => ({ path, page: 'tool' })));
const tests = [...touched].filter((file) => isTest(file) && existsSync(file)).toSorted();
const present = changed.filter((file) => existsSync(file));
console.log(
  JSON.stringify({
    changed: present,
    tests,
    stories: storiesFor(touched, readStories(imports), [...toolPages, ...pages]),
  }),
);

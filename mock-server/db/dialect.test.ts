import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contains, includes, startsWith } from './dialect.ts';
import { openStore, type Store } from './open.ts';

let store: Store;

const found = async (condition: ReturnType<typeof contains>) => {
  const rows = await store.db.selectFrom('stored_file').select('sha256').where(condition).orderBy('sha256').execute();
  return rows.map((row) => row.sha256);
};

describe('what people type', () => {
  beforeEach(async () => {
    store = openStore(':memory:');
    for (const key of ['100% Villa', '100x villa', 'a_b', 'axb', 'back\\slash', 'backslash'])
      await store.db.insertInto('stored_file').values({ sha256: key, bytes: 1, created_at: 1 }).execute();
  });
  afterEach(() => store.close());

  it.each([
    ['villa', ['100% Villa', '100x villa']],
    ['0% v', ['100% Villa']],
    ['_', ['a_b']],
    ['\\', ['back\\slash']],
    ['%', ['100% Villa']],
    ["' OR 1 --", []],
  ])('%j is found letter by letter', async (typed, keys) => {
    expect(await found(contains('sha256', typed))).toEqual(keys);
  });

  it('is found at the beginning, or in its own case', async () => {
    expect(await found(startsWith('sha256', 'a_'))).toEqual(['a_b']);
    expect(await found(startsWith('sha256', 'b'))).toEqual(['back\\slash', 'backslash']);
    expect(await found(includes('sha256', 'villa'))).toEqual(['100x villa']);
  });
});

describe('repositories say nothing that only SQLite understands', () => {
  const folder = path.join(import.meta.dirname, '../modules');
  const repositories = globSync('**/*.repository.ts', { cwd: folder });
  const dialect =
    /\b(rowid|datetime\(|strftime\(|julianday\(|insert or \w+|replace into|json_extract|json_tree|glob\b|pragma|instr\(|ifnull\(|typeof\(|limit\(-1|randomblob|like \$|escape ')/i;

  it('there are repositories to look at', () => expect(repositories.length).toBeGreaterThan(20));

  it.each(repositories)('%s', (file) => {
    const code = readFileSync(path.join(folder, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    expect(code.match(dialect)?.[0]).toBeUndefined();
  });
});

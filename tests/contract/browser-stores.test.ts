import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { parsedSource, sourcePaths, textOfSource } from '../support/source-files.ts';

/** Everything in which a browser keeps something, or tells other tabs of something. */
const stores = ['localStorage', 'sessionStorage', 'indexedDB', 'openDB', 'caches', 'BroadcastChannel', 'locks'];
const home = 'shared/browser/stores.ts';
/** Opened with `ownName`. */
const database = 'user-app/lib/personal-store.ts';

it('no part of an app reaches for a store but through its names in a world', () => {
  const found = sourcePaths('user-app', 'admin-app', 'shared').flatMap((file) => {
    const text = textOfSource(file);
    if (file === home || !stores.some((name) => text.includes(name))) return [];
    const source = parsedSource(file, text);
    const uses: string[] = [];
    const visit = (node: ts.Node): void => {
      const isType = ts.isTypeReferenceNode(node) || ts.isImportSpecifier(node);
      if (ts.isIdentifier(node) && stores.includes(node.text)) uses.push(`${file}: ${node.text}`);
      if (!isType) ts.forEachChild(node, visit);
    };
    visit(source);
    return uses;
  });
  expect(found).toEqual([`${database}: openDB`]);
  expect(textOfSource(database)).toContain('openDB<Schema>(ownName(name)');
});

it('the boot script, which can import nothing, reads the same names', () => {
  const text = readFileSync(new URL('../../user-app/public/boot.js', import.meta.url), 'utf8');
  const read = [...text.matchAll(/Storage\.getItem\(([^()]*(?:\([^()]*\))?)\)/g)].map(([, name]) => name);
  expect(read).toEqual(["'theme'", "ownName('notice')", "ownName('keptTools')", "ownName('interruption')"]);
  const line = /const ownName = (.*);/.exec(text)?.[1] ?? '';
  const nameIn = (world: string | undefined) => new Function('world', `return (${line})('notice')`)(world);
  expect([nameIn(undefined), nameIn('one')]).toEqual(['notice', 'one~notice']);
});

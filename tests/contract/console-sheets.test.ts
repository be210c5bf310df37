import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const files = readdirSync('admin-app', { recursive: true, encoding: 'utf8' }).map((name) => `admin-app/${name}`);
const read = (file: string) => readFileSync(file, 'utf8');

/** Names of the classes that a sheet has rules for. */
function classesIn(sheet: string): string[] {
  const selectors = read(sheet)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\{[^{}]*\}/g, ' ');
  return [...selectors.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name);
}

/** Names of the classes that a component writes. */
function classesOf(component: string): string[] {
  const written = [...read(component).matchAll(/[cC]lassName=(?:"([^"]*)"|\{([^}]*)\})/g)];
  return written.flatMap(([, plain = '', computed = '']) =>
    [plain, ...[...computed.matchAll(/['"`]([^'"`]*)['"`]/g)].map(([, text = '']) => text)].flatMap((text) =>
      text.split(/\s+/).filter(Boolean),
    ),
  );
}

test('a class of the console is styled wherever it stands, not only where its sheet was loaded before', () => {
  const everywhere = new Set(
    [...read('admin-app/main.tsx').matchAll(/import '\.\/(\S+\.css)'/g)].map(([, sheet]) => `admin-app/${sheet}`),
  );
  const sheets = new Map<string, string[]>();
  for (const sheet of files.filter((file) => file.endsWith('.css')))
    for (const name of classesIn(sheet)) sheets.set(name, [...(sheets.get(name) ?? []), sheet]);
  const lost = files
    .filter((file) => /\.tsx$/.test(file))
    .flatMap((file) =>
      classesOf(file)
        .filter((name) => {
          const known = sheets.get(name) ?? [];
          return known.length > 0 && !known.some((sheet) => everywhere.has(sheet) || isNear(sheet, file));
        })
        .map((name) => `${file}: ${name}`),
    );
  expect([everywhere.size > 5, sheets.size > 200]).toEqual([true, true]);
  expect(lost).toEqual([]);
});

/** A sheet of a folder is loaded by the page that shows the folder's components. */
const isNear = (sheet: string, file: string) => path.dirname(sheet) === path.dirname(file);

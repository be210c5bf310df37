import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { tools } from '#shared/tools/registry';

const root = path.resolve(import.meta.dirname, '../..');
const programs = ['shared', 'user-app', 'admin-app', 'mock-server', 'engine'];
/** The registry, the engines that draw, and the finished work a first start shows. */
const homesOfTools = ['shared/tools/', 'engine/tools/', 'mock-server/seed/'];
/** Ids that are also plain words or names of networks (a picture is clean, LaMa fills holes); only their paths are looked for. */
const plainWords = new Set(['clean', 'compress', 'lama']);

const forbidden = new Set(tools.flatMap(({ id, paths }) => [...(plainWords.has(id) ? [] : [id]), ...paths]));

function sourceFiles(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return /^(\.umi.*|node_modules|public)$/.test(entry.name) ? [] : sourceFiles(file);
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [file] : [];
  });
}

/** Texts of a file that name something: string literals and keys, not words in comments or between JSX tags. */
function namesIn(file: string, text: string): { name: string; line: number }[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const names: { name: string; line: number }[] = [];
  const visit = (node: ts.Node): void => {
    const isKey = ts.isIdentifier(node) && ts.isPropertyAssignment(node.parent) && node.parent.name === node;
    if (ts.isStringLiteralLike(node) || isKey) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      names.push({ name: node.text, line: line + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

function mentions(file: string, text: string): string[] {
  return namesIn(file, text)
    .filter(({ name }) => forbidden.has(name.split(/[?#]/)[0] ?? ''))
    .map(({ name, line }) => `${file}:${line} ${name}`);
}

describe('tools are data', () => {
  it('no code outside the registry and the engines mentions a tool', () => {
    const files = programs.flatMap(sourceFiles).filter((file) => !homesOfTools.some((home) => file.startsWith(home)));
    expect(files.length).toBeGreaterThan(100);
    const found = files.flatMap((file) => mentions(file, readFileSync(path.join(root, file), 'utf8')));
    expect(found).toEqual([]);
  });

  it('a mention is seen as a literal, as a path with a query and as a key, not in a comment', () => {
    const [tool] = tools;
    if (!tool) throw new Error('The registry is empty.');
    const [toolPath] = tool.paths;
    const text = `// ${tool.id}\nconst a = '${tool.id}';\nconst b = \`${toolPath}?from=wall\`;\nconst c = { ${tool.id}: 1 };`;
    expect(mentions('example.ts', text)).toEqual([
      `example.ts:2 ${tool.id}`,
      `example.ts:3 ${toolPath}?from=wall`,
      `example.ts:4 ${tool.id}`,
    ]);
  });
});

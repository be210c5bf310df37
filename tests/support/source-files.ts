import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const root = path.join(import.meta.dirname, '../..');

/** Paths of the TypeScript sources in the given folders, without tests and declarations. */
export function sourcePaths(...folders: string[]): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...folders], {
    cwd: root,
    encoding: 'utf8',
  });
  return listed.split('\n').filter((file) => /\.tsx?$/.test(file) && !/\.(?:test|d)\.tsx?$/.test(file));
}

export const textOfSource = (file: string) => readFileSync(path.join(root, file), 'utf8');
export const addressOfSource = (file: string) => new URL(`../../${file}`, import.meta.url).href;

export function parsedSource(file: string, text = textOfSource(file)): ts.SourceFile {
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
}

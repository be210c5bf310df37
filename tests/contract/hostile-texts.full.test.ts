import { Worker } from 'node:worker_threads';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { addressOfSource, parsedSource, sourcePaths, textOfSource } from '../support/source-files.ts';

/** Returns the names of a module's exported functions whose only required parameter is a string. */
function readersIn(file: string): string[] {
  const text = textOfSource(file);
  if (!/export (?:const|function|async function) \w+[^\n]*\(\s*\w+: string/.test(text)) return [];
  return parsedSource(file, text).statements.flatMap((statement) => {
    if (!ts.canHaveModifiers(statement)) return [];
    if (!ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    if (ts.isFunctionDeclaration(statement) && statement.name) return readsText(statement) ? [statement.name.text] : [];
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
      ts.isIdentifier(name) && initializer && ts.isArrowFunction(initializer) && readsText(initializer)
        ? [name.text]
        : [],
    );
  });
}

function readsText({ parameters: [first, ...others] }: ts.SignatureDeclaration): boolean {
  const isText = first?.type?.kind === ts.SyntaxKind.StringKeyword && !first.questionToken;
  return isText && others.every((other) => other.questionToken !== undefined || other.initializer !== undefined);
}

/** Milliseconds within which the thread must reach the next function. A function that backtracks never does. */
const longest = 20_000;

/** Resolves to the function that did not end, or to undefined when every function has read all hostile texts. */
function stuckAt(modules: { address: string; names: readonly string[] }[]): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('../support/hostile-reading.ts', import.meta.url), {
      workerData: modules,
      execArgv: [],
      stdout: true,
    });
    let at = 'its start';
    const end = (stuck: string | undefined) => {
      clearTimeout(timer);
      void worker.terminate();
      resolve(stuck);
    };
    const giveUp = () => end(at);
    let timer = setTimeout(giveUp, longest);
    worker.on('message', (name: string) => {
      at = name;
      clearTimeout(timer);
      timer = setTimeout(giveUp, longest);
      if (name === 'done') end(undefined);
    });
    worker.once('error', (error) => {
      clearTimeout(timer);
      reject(new Error(`in ${at}`, { cause: error }));
    });
  });
}

describe('64 kB of a hostile text', () => {
  it.each([
    ['the offline assistant', ['mock-server/adapters/chat']],
    ['what browsers and servers share', ['shared']],
    ['the modules of the server', ['mock-server/modules', 'mock-server/http']],
    ['the readers of the engine', ['engine/base', 'engine/kernels', 'engine/steps']],
  ])(
    'is read to its end by every function of %s',
    async (_whose, folders) => {
      const modules = sourcePaths(...folders)
        .filter((file) => file.endsWith('.ts'))
        .map((file) => ({ address: addressOfSource(file), names: readersIn(file) }))
        .filter(({ names }) => names.length > 0);
      expect(modules.length).toBeGreaterThan(0);
      expect(await stuckAt(modules)).toBeUndefined();
    },
    120_000,
  );
});

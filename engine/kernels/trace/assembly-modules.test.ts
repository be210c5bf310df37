/** `ASSEMBLY=keep` compiles the sources in AssemblyScript and keeps the modules in the files beside them. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import asc from 'assemblyscript/asc';
import { expect, it } from 'vitest';

interface AssemblyModule {
  source: URL;
  /** File that keeps the module, and the function in it. */
  target: URL;
  name: string;
  options: readonly string[];
}

const modules: readonly AssemblyModule[] = [
  {
    source: new URL('walk/traverse.assembly.ts', import.meta.url),
    target: new URL('walk/traversal-module.ts', import.meta.url),
    name: 'traversalModule',
    options: ['--sharedMemory', '--maximumMemory', '65536', '--enable', 'threads'],
  },
  {
    source: new URL('light-filter/filter.assembly.ts', import.meta.url),
    target: new URL('light-filter/filter-module.ts', import.meta.url),
    name: 'filterModule',
    options: [],
  },
];

/** @throws Error with the compiler's sentences where the source does not compile */
async function compile({ source, options }: AssemblyModule): Promise<Uint8Array> {
  let bytes: Uint8Array | undefined;
  const usual = ['-O3', '--noAssert', '--runtime', 'stub', '--importMemory', '--enable', 'simd', '--use', 'abort='];
  const { error, stderr } = await asc.main(['in.ts', '--outFile', 'out.wasm', ...usual, ...options], {
    readFile: (name) => (name === 'in.ts' ? readFileSync(source, 'utf8') : null),
    writeFile: (_name, content) => {
      bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    },
    listFiles: () => [],
  });
  if (error || !bytes) throw new Error(`${error?.message ?? 'no module'}\n${stderr.toString()}`);
  return bytes;
}

/** The file that keeps a module, in lines that a diff can show. */
function fileOf({ source, name }: AssemblyModule, bytes: Uint8Array): string {
  const lines =
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,112}/g) ?? [];
  return [
    `/** Compiled from \`${path.basename(source.pathname)}\` by \`ASSEMBLY=keep\` with assembly-modules.test.ts; not written by hand. */`,
    'const encoded = `',
    ...lines,
    '`;',
    '',
    `export function ${name}(): Uint8Array<ArrayBuffer> {`,
    "  return Uint8Array.from(Buffer.from(encoded, 'base64'));",
    '}',
    '',
  ].join('\n');
}

it.for(modules)('$name is what its source compiles to', async (module) => {
  const compiled = fileOf(module, await compile(module));
  if (process.env.ASSEMBLY === 'keep') writeFileSync(module.target, compiled);
  expect(readFileSync(module.target, 'utf8')).toBe(compiled);
});

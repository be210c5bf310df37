/** `TRAVERSAL=keep` compiles `traverse.assembly.ts` and keeps the module in `traversal-module.ts`. */
import { readFileSync, writeFileSync } from 'node:fs';
import asc from 'assemblyscript/asc';
import { expect, it } from 'vitest';

const sourcePath = new URL('traverse.assembly.ts', import.meta.url);
const modulePath = new URL('traversal-module.ts', import.meta.url);

/** @throws Error with the compiler's sentences where the source does not compile */
async function compileTraversal(): Promise<Uint8Array> {
  let bytes: Uint8Array | undefined;
  const memory = ['--importMemory', '--sharedMemory', '--maximumMemory', '65536'];
  const features = ['--enable', 'simd', '--enable', 'threads'];
  const options = ['-O3', '--noAssert', '--runtime', 'stub', ...memory, ...features, '--use', 'abort='];
  const { error, stderr } = await asc.main(['traverse.ts', '--outFile', 'traverse.wasm', ...options], {
    readFile: (name) => (name === 'traverse.ts' ? readFileSync(sourcePath, 'utf8') : null),
    writeFile: (_name, content) => {
      bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    },
    listFiles: () => [],
  });
  if (error || !bytes) throw new Error(`${error?.message ?? 'no module'}\n${stderr.toString()}`);
  return bytes;
}

/** The file that keeps a module, in lines that a diff can show. */
function moduleSource(bytes: Uint8Array): string {
  const lines =
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,112}/g) ?? [];
  return [
    '/** Compiled from `traverse.assembly.ts` by `TRAVERSAL=keep` with the test beside it; not written by hand. */',
    'const encoded = `',
    ...lines,
    '`;',
    '',
    'export function traversalModule(): Uint8Array<ArrayBuffer> {',
    "  return Uint8Array.from(Buffer.from(encoded, 'base64'));",
    '}',
    '',
  ].join('\n');
}

it('the module that the engine loads is the one that its source compiles to', async () => {
  const compiled = moduleSource(await compileTraversal());
  if (process.env.TRAVERSAL === 'keep') writeFileSync(modulePath, compiled);
  expect(readFileSync(modulePath, 'utf8')).toBe(compiled);
});

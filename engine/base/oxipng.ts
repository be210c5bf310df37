import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import initialise, { optimise } from '@jsquash/oxipng/codec/pkg/squoosh_oxipng.js';

let ready: Promise<unknown> | undefined;

/**
 * Recompresses a PNG without changing a pixel (oxipng level 2: level 4 takes twice the time for 0.2 %).
 * The package's own loader wants `fetch` and a page, so the module is compiled here.
 */
export async function optimisePng(bytes: Buffer): Promise<Buffer> {
  ready ??= compile();
  await ready;
  return Buffer.from(optimise(bytes, 2, false, false));
}

async function compile(): Promise<unknown> {
  const file = createRequire(import.meta.url).resolve('@jsquash/oxipng/codec/pkg/squoosh_oxipng_bg.wasm');
  return initialise(await WebAssembly.compile(await readFile(file)));
}

import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { inRoot } from './paths.mjs';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const isText = (name) => /\.(?:js|mjs|css|html|svg|json|webmanifest|txt|xml|wasm|map)$/.test(name);
/** Smaller files fit one packet anyway. */
const smallestBytes = 1024;
/** Above this the last percent of quality 11 costs seconds. */
const largestForBestBytes = 1_500_000;
const filesAtOnce = 4;

async function compressFile(file) {
  const content = await readFile(file);
  if (content.length < smallestBytes) return;
  const quality = content.length > largestForBestBytes ? 9 : 11;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  const [brotli, zipped] = await Promise.all([
    compressBrotli(content, { params }),
    compressGzip(content, { level: 9 }),
  ]);
  for (const [ending, packed] of [
    ['.br', brotli],
    ['.gz', zipped],
  ]) {
    if (packed.length < content.length) await writeFile(file + ending, packed);
    else await rm(file + ending, { force: true });
  }
}

/**
 * Puts `<file>.br` and `<file>.gz` beside every text file of a folder, for a server that sends them as they are.
 * @param {string} folder relative to the root
 */
export async function precompress(folder) {
  const entries = await readdir(inRoot(folder), { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && isText(entry.name))
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name));
  const next = files.values();
  await Promise.all(
    Array.from({ length: filesAtOnce }, async () => {
      for (const file of next) await compressFile(file);
    }),
  );
}

/**
 * Bundles the server into `dist/server`: node scripts/lib/server-bundle.mjs. Loading two thousand small files takes
 * longer than all else that a start does. Threads and child processes, which sources name as
 * `new URL('./file.ts', import.meta.url)`, become entries of their own; all other addresses go on naming files beside
 * the sources. Packages stay where they are, except those of hundreds of small modules.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { inRoot, root } from './paths.mjs';
import { serverBundle } from './server-entry.mjs';

const folders = ['mock-server', 'engine', 'shared'];
const bundledPackages = /^(kysely|zod)(\/|$)/;
const isOwn = (id) => /^(\.|\/|#shared\/|[A-Z]:)/.test(id);

/** `new URL('./file.ts', import.meta.url)`: the program of a thread or child process. */
const programs = /new URL\(\s*'(\.{1,2}\/[^']+\.ts)',\s*import\.meta\.url,?\s*\)/g;

const sources = folders.flatMap((folder) =>
  readdirSync(inRoot(folder), { recursive: true })
    .map((file) => path.posix.join(folder, file.replaceAll(path.sep, '/')))
    .filter((file) => file.endsWith('.ts') && !/\.(test|d)\.ts$|conformance\.ts$/.test(file)),
);

const entries = new Set(['mock-server/main.ts']);
for (const file of sources)
  for (const [, target] of readFileSync(inRoot(file), 'utf8').matchAll(programs))
    entries.add(path.posix.join(path.posix.dirname(file), target));

const nameOf = (file) => file.replace(/\.ts$/, '').replaceAll('/', '.');

/** Addresses relative to a source, as they are written, name what lies beside the source or its entry. */
const addresses = {
  name: 'addresses',
  transform(code, id) {
    const file = path.relative(root, id).replaceAll(path.sep, '/');
    if (!folders.some((folder) => file.startsWith(`${folder}/`)) || !code.includes('import.meta')) return null;
    const folder = path.posix.dirname(file);
    const address = `new URL('../../${file}', import.meta.url).href`;
    const parts = code.split(programs);
    // Even parts lie between programs, odd ones are the paths that were captured.
    const rewritten = parts.map((part, index) =>
      index % 2 === 1
        ? `new URL('./${nameOf(path.posix.join(folder, part))}.js', import.meta.url)`
        : part
            .replaceAll('import.meta.url', address)
            .replaceAll('import.meta.dirname', `(import.meta.dirname + '/../../${folder}')`),
    );
    return { code: rewritten.join(''), map: null };
  },
};

const bundle = await rolldown({
  cwd: root,
  platform: 'node',
  input: Object.fromEntries([...entries].map((file) => [nameOf(file), `./${file}`])),
  external: (id) => !isOwn(id) && !bundledPackages.test(id),
  plugins: [addresses],
});
rmSync(inRoot(serverBundle), { recursive: true, force: true });
await bundle.write({
  dir: inRoot(serverBundle),
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'part-[hash].js',
});
await bundle.close();

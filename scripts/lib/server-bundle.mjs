/**
 * Bundles the server into `dist/server`: node scripts/lib/server-bundle.mjs. Loading two thousand small files takes
 * longer than all else that a start does. Threads and child processes, which sources name as
 * `new URL('./file.ts', import.meta.url)`, become entries of their own; all other addresses go on naming files beside
 * the sources. Packages stay where they are, except those of hundreds of small modules.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { namedByUrl } from './named-by-url.mjs';
import { inRoot, root } from './paths.mjs';
import { serverBundle } from './server-entry.mjs';

const folders = ['mock-server', 'engine', 'shared'];
const bundledPackages = /^(kysely|zod)(\/|$)/;
/** Programs of threads and child processes are sources; templates and data are not. */
const isProgram = (name) => name.endsWith('.ts');
const isOwn = (id) => /^(\.|\/|#shared\/|[A-Z]:)/.test(id);

const sources = folders.flatMap((folder) =>
  readdirSync(inRoot(folder), { recursive: true })
    .map((file) => path.posix.join(folder, file.replaceAll(path.sep, '/')))
    .filter((file) => file.endsWith('.ts') && !/\.(test|d)\.ts$|conformance\.ts$/.test(file)),
);

const entries = new Set(['mock-server/main.ts']);
for (const file of sources)
  for (const [, target] of readFileSync(inRoot(file), 'utf8').matchAll(namedByUrl))
    if (isProgram(target)) entries.add(path.posix.join(path.posix.dirname(file), target));

const nameOf = (file) => file.replace(/\.ts$/, '').replaceAll('/', '.');

/** Addresses relative to a source, as they are written, name what lies beside the source or its entry. */
const addresses = {
  name: 'addresses',
  transform(code, id) {
    const file = path.relative(root, id).replaceAll(path.sep, '/');
    if (!folders.some((folder) => file.startsWith(`${folder}/`)) || !code.includes('import.meta')) return null;
    const folder = path.posix.dirname(file);
    const address = `new URL('../../${file}', import.meta.url).href`;
    const parts = code.split(namedByUrl);
    // Odd parts are the captured names, even ones the text between them.
    const rewritten = parts.map((part, index) => {
      if (index % 2 === 0)
        return part
          .replaceAll('import.meta.url', address)
          .replaceAll('import.meta.dirname', `(import.meta.dirname + '/../../${folder}')`);
      if (!isProgram(part)) return `new URL('${part}', ${address})`;
      return `new URL('./${nameOf(path.posix.join(folder, part))}.js', import.meta.url)`;
    });
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

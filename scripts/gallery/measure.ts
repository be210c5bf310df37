/** Measures the likeness of the seed's pictures as at publishing: `mock-server/seed/gallery/likeness.json`. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { measureLikeness } from '../../mock-server/modules/studio/image/picture-likeness.ts';

const folder = path.resolve('mock-server/seed/gallery');
const pictures: Array<{ name: string; file: string }> = JSON.parse(
  await readFile(path.join(folder, 'pictures.json'), 'utf8'),
);
const lines: string[] = [];
for (const { name, file } of pictures) {
  const likeness = await measureLikeness(path.join(folder, file));
  lines.push(`  ${JSON.stringify(name)}: ${JSON.stringify(likeness)}`);
}
await writeFile(path.join(folder, 'likeness.json'), `{\n${lines.join(',\n')}\n}\n`);
console.log(`${lines.length} pictures measured`);

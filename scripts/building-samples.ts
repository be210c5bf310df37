/** Writes the sample buildings as IFC, GLB and OBJ: node scripts/run.mjs scripts/building-samples.ts FOLDER */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { glbBytes } from './buildings/glb-bytes.ts';
import { ifcText } from './buildings/ifc-text.ts';
import { objTexts } from './buildings/obj-text.ts';
import { room } from './buildings/room.ts';
import { villa } from './buildings/villa.ts';

const folder = process.argv[2];
if (!folder) throw new Error('a folder is missing');
mkdirSync(folder, { recursive: true });
for (const [name, building] of Object.entries({ villa, room })) {
  const { obj, mtl } = objTexts(building, `${name}.mtl`);
  writeFileSync(path.join(folder, `${name}.ifc`), ifcText(building));
  writeFileSync(path.join(folder, `${name}.glb`), glbBytes(building));
  writeFileSync(path.join(folder, `${name}.obj`), obj);
  writeFileSync(path.join(folder, `${name}.mtl`), mtl);
}

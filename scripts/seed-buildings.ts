/**
 * Writes the sample buildings. Without an argument: as IFC into `user-app/public/samples/buildings/`, where the user app
 * takes its sample models from. With a folder: as IFC, GLB and OBJ into it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { glbBytes } from './buildings/glb-bytes.ts';
import { ifcText } from './buildings/ifc-text.ts';
import { objTexts } from './buildings/obj-text.ts';
import { room } from './buildings/room.ts';
import { villa } from './buildings/villa.ts';

const [given] = process.argv.slice(2);
const folder = given ?? path.join(import.meta.dirname, '..', 'user-app', 'public', 'samples', 'buildings');
mkdirSync(folder, { recursive: true });
for (const [name, building] of Object.entries({ villa, room })) {
  writeFileSync(path.join(folder, `${name}.ifc`), ifcText(building));
  if (given === undefined) continue;
  const { obj, mtl } = objTexts(building, `${name}.mtl`);
  writeFileSync(path.join(folder, `${name}.glb`), glbBytes(building));
  writeFileSync(path.join(folder, `${name}.obj`), obj);
  writeFileSync(path.join(folder, `${name}.mtl`), mtl);
}

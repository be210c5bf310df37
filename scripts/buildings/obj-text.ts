import { facesOf } from './mesh.ts';
import type { SampleBuilding } from './solid.ts';

const round = (value: number): number => Math.round(value * 1e4) / 1e4;

/**
 * A building as OBJ with polygons, y up, and its MTL.
 *
 * @param library name of the MTL file @param scale units to a metre
 */
export function objTexts(building: SampleBuilding, library: string, scale = 1): { obj: string; mtl: string } {
  const lines = [`mtllib ${library}`];
  let vertices = 0;
  for (const { name, solids } of building.parts) {
    lines.push(`o ${name}`);
    for (const solid of solids) {
      lines.push(`usemtl ${building.materials[solid.material]!.name}`);
      for (const face of facesOf(solid)) {
        for (const [x, y, z] of face) lines.push(`v ${round(x * scale)} ${round(z * scale)} ${round(-y * scale)}`);
        lines.push(`f ${face.map((_, i) => vertices + i + 1).join(' ')}`);
        vertices += face.length;
      }
    }
  }
  const mtl = Object.values(building.materials).flatMap(({ name, colour, opacity = 1 }) => [
    `newmtl ${name}`,
    `Kd ${colour.join(' ')}`,
    `d ${opacity}`,
    '',
  ]);
  return { obj: `${lines.join('\n')}\n`, mtl: mtl.join('\n') };
}

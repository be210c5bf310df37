import type { BuildingFacts, BuildingModel } from '../kernels/building/building-mesh.ts';

const mostMaterials = 200;

/** Materials of a model by the area that they cover, square metres, largest first. */
export function summaryOf({
  triangleCount,
  positions: p,
  materialOf,
  materials,
}: BuildingModel): BuildingFacts['materials'] {
  const areas = new Float64Array(materials.length);
  for (let triangle = 0; triangle < triangleCount; triangle++) {
    const at = triangle * 9;
    const [ax, ay, az] = [p[at + 3]! - p[at]!, p[at + 4]! - p[at + 1]!, p[at + 5]! - p[at + 2]!];
    const [bx, by, bz] = [p[at + 6]! - p[at]!, p[at + 7]! - p[at + 1]!, p[at + 8]! - p[at + 2]!];
    areas[materialOf[triangle]!]! += Math.hypot(ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx) / 2;
  }
  return materials
    .map(({ name, colour, opacity }, index) => ({ name, colour, opacity, area: areas[index]! }))
    .filter(({ area }) => area > 0)
    .sort((a, b) => b.area - a.area)
    .slice(0, mostMaterials);
}

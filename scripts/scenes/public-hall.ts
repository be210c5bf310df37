/** The shell of the public interiors. */
import type { Vec3 } from '../../engine/base/vector.ts';
import { makeKit } from '../../engine/kernels/furnish/kit.ts';
import { lookOf } from '../../engine/kernels/furnish/styles.ts';
import type { FurnitureKit } from '../../engine/kernels/trace/furniture-parts.ts';
import { addPalette, type MaterialName, type Palette } from '../../engine/kernels/trace/palette.ts';
import { type Scene, SceneBuilder } from '../../engine/kernels/trace/scene.ts';
import { windowDaylight } from './window-daylight.ts';

/** Width, depth and height; the viewer stands at z = 0 in the middle. */
export interface Hall {
  width: number;
  depth: number;
  height: number;
  floor: MaterialName;
  walls: MaterialName;
  /** The far wall, when it is another. */
  end?: MaterialName;
  /** Daylight from the left. */
  hasWindows?: boolean;
  /** Light of the ceiling panels, 0 for none. */
  panels?: number;
  exposure?: number;
  yaw?: number;
  at?: Vec3;
  view?: number;
  /** Furniture of this interior style. */
  style?: string;
}

interface Site {
  scene: SceneBuilder;
  m: Palette;
  kit: FurnitureKit;
}

/** Walls, floor, ceiling, windows and light of a hall, with what `furnish` puts into it. */
export function hall(form: Hall, furnish: (site: Site) => void): Scene {
  const { width, depth, height, hasWindows = false, panels = 2.4, exposure = 2.2, yaw = 0, view = 68 } = form;
  const scene = new SceneBuilder();
  // The kit's numbers count from the first material on.
  const { kit, materials } = makeKit(lookOf(form.style), 1);
  for (const material of materials) scene.material(material);
  const m = addPalette(scene);
  const { mesh } = scene;
  const [x0, x1, z0] = [-width / 2, width / 2, -1.4];
  mesh.box(m[form.floor], x0, -0.1, z0, x1, 0, depth);
  mesh.box(m.white, x0, height, z0, x1, height + 0.1, depth);
  mesh.box(m[form.walls], x1, 0, z0, x1 + 0.1, height, depth);
  mesh.box(m[form.end ?? form.walls], x0, 0, depth, x1, height, depth + 0.1);
  mesh.box(m[form.walls], x0, 0, z0 - 0.1, x1, height, z0);
  if (hasWindows) {
    const top = height - 0.3;
    mesh.box(m[form.walls], x0 - 0.2, 0, z0, x0, 0.5, depth);
    mesh.box(m[form.walls], x0 - 0.2, top, z0, x0, height, depth);
    for (let z = z0; z <= depth; z += (depth - z0) / 5)
      mesh.box(m.darkMetal, x0 - 0.16, 0.5, z - 0.04, x0, top, z + 0.04);
    mesh.quad(m.glass, [x0 - 0.1, 0.5, z0], [x0 - 0.1, 0.5, depth], [x0 - 0.1, top, depth], [x0 - 0.1, top, z0]);
    mesh.floor(m.lawn, -60, -40, x0 - 0.3, 60, -0.2);
    scene.portals.push({
      corner: [x0 - 0.02, 0.5, z0],
      edgeA: [0, 0, depth - z0],
      edgeB: [0, top - 0.5, 0],
      facing: [1, 0, 0],
      light: [1.2, 1.25, 1.3],
    });
  } else mesh.box(m[form.walls], x0 - 0.1, 0, z0, x0, height, depth);
  if (panels > 0)
    for (let z = 1; z < depth; z += 3)
      for (const x of [-width / 4, width / 4])
        scene.ceilingLight(m.softLamp, x, height - 0.02, z, width * 0.12, 1.2, [panels * 1.04, panels, panels * 0.9]);
  // The room goes on behind the viewer.
  scene.lights.push({
    corner: [x0 + 0.4, 0.3, z0 + 0.02],
    edgeA: [width - 0.8, 0, 0],
    edgeB: [0, height - 0.8, 0],
    facing: [0, 0, 1],
    light: [0.5, 0.49, 0.47],
  });
  furnish({ scene, m, kit });
  return {
    mesh,
    placements: scene.placements,
    materials: scene.materials,
    camera: { at: form.at ?? [0.5, 1.5, -1], yaw, view, shift: -0.02 },
    lights: scene.lights,
    portals: scene.portals,
    bounces: 2,
    ...windowDaylight([-0.78, 0.5, -0.25], 'hall'),
    ambient: [0.16, 0.155, 0.145],
    exposure,
    bloom: 0.2,
    whiteBalance: [0.99, 1, 1.03],
  };
}

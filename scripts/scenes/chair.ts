/** A single chair on a plain ground, and the white silhouette from which its outline is taken. */
import { studio } from '../../engine/kernels/trace/atmospheres.ts';
import { sideChair } from '../../engine/kernels/trace/furniture.ts';
import type { Mesh } from '../../engine/kernels/trace/mesh.ts';
import { addPalette } from '../../engine/kernels/trace/palette.ts';
import { type Scene, SceneBuilder } from '../../engine/kernels/trace/scene.ts';

export function buildChair(view: 'picture' | 'mask'): Scene {
  const scene = new SceneBuilder();
  const m = addPalette(scene);
  const chair: Mesh = sideChair(m.oak, m.leather);
  scene.mesh.append(chair, 0, 0, 0, 0.55);
  const ground = scene.material({
    surface: 'matte',
    paint: (_, out) => {
      out.r = 0.74;
      out.g = 0.73;
      out.b = 0.71;
    },
  });
  if (view === 'picture') backdrop(scene, ground);
  const light = studio([-0.55, 0.8, -0.6]);
  const silhouette = (_: unknown, out: { r: number; g: number; b: number }): void => {
    out.r = 1;
    out.g = 1;
    out.b = 1;
  };
  return {
    mesh: scene.mesh,
    placements: [],
    materials: view === 'mask' ? scene.materials.map(() => ({ surface: 'matte', paint: silhouette })) : scene.materials,
    camera: { at: [0, 0.95, -2.6], yaw: 0, view: 30, shift: -0.42 },
    lights: [],
    portals: [],
    bounces: 2,
    ...light,
    sun: { ...light.sun, light: [1.7, 1.62, 1.5], size: 0.07 },
    haze: 0,
    exposure: 0.8,
  };
}

/** Floor that curves up into a wall, so that no horizon shows. */
function backdrop(scene: SceneBuilder, material: number): void {
  const steps = 24;
  const radius = 1.6;
  const depth = 1.4;
  scene.mesh.floor(material, -12, -8, 12, depth, 0);
  for (let i = 0; i < steps; i++) {
    const at = (k: number): readonly [number, number, readonly [number, number, number]] => {
      const a = (k / steps) * (Math.PI / 2);
      return [depth + Math.sin(a) * radius, radius - Math.cos(a) * radius, [0, Math.cos(a), -Math.sin(a)]];
    };
    const [z0, y0, n0] = at(i);
    const [z1, y1, n1] = at(i + 1);
    scene.mesh.triangle(material, [-12, y0, z0], [12, y0, z0], [12, y1, z1], n0, n0, n1);
    scene.mesh.triangle(material, [-12, y0, z0], [12, y1, z1], [-12, y1, z1], n0, n1, n1);
  }
  const z = depth + radius;
  scene.mesh.quad(material, [-12, radius, z], [-12, 9, z], [12, 9, z], [12, radius, z]);
}

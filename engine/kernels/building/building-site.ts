/** Surroundings of a model from the concept kit, turned so that its street runs before the camera. */

import type { Vec3 } from '../../base/vector.ts';
import type { Box } from '../concept/facade/face.ts';
import { makeSkin } from '../concept/facade/skin.ts';
import { laySite } from '../concept/site/site.ts';
import type { Brief } from '../concept/words/brief.ts';
import { randomSource } from '../trace/noise.ts';
import type { Palette } from '../trace/palette.ts';
import { type AreaLight, type Camera, SceneBuilder } from '../trace/scene.ts';
import { belowOwnGround, type Ground } from './building-geometry.ts';

export interface SiteWishes {
  brief: Brief;
  /** Share of windows with light, and how strongly they shine. */
  lit: number;
  glow: number;
  seed: number;
  isFromAbove: boolean;
}

/** The apron of a site stands so far above its lawn, metres: its top meets the foot of the building. */
const plinth = 0.151;

/**
 * Adds ground, streets, plants and people about a model; never between the camera and the building.
 *
 * @param builder takes placements, lights and materials; its own mesh stays as it is
 */
export function addSite(builder: SceneBuilder, m: Palette, ground: Ground, camera: Camera, wishes: SiteWishes): void {
  const { brief, lit, glow, seed } = wishes;
  const quarter = Math.round(camera.yaw / 90);
  const turn = (quarter * Math.PI) / 2;
  const bounds = turnedBox(ground.own ?? ground.extent, -turn);
  const level = ground.own ? ground.level - belowOwnGround : ground.level - plinth;
  const site = new SceneBuilder();
  // Numbers of materials are those of the whole scene.
  site.material = (material) => builder.material(material);
  const random = randomSource(seed * 131 + 17);
  for (let i = 0; i < 8; i++) random();
  const at = turned(camera.at, -turn);
  laySite({
    scene: site,
    m,
    skin: makeSkin(builder, m, brief, { lit, glow, output: 0, seed: seed % 1000 }),
    brief,
    footprints: [bounds],
    bounds,
    top: ground.extent.top - ground.level,
    camera: { ...camera, at: [at[0], at[1] - level, at[2]], yaw: camera.yaw - quarter * 90 },
    isFromAbove: wishes.isFromAbove,
    isInRow: false,
    isEveryday: false,
    isGroundLaid: ground.own !== undefined,
    lit,
    glow,
    seed: seed % 100_000,
    random,
  });
  builder.placements.push({ mesh: site.mesh, x: 0, y: level, z: 0, turn, scale: 1 });
  for (const placement of site.placements) {
    const [x, y, z] = turned([placement.x, placement.y, placement.z], turn);
    builder.placements.push({ ...placement, x, y: y + level, z, turn: placement.turn + turn });
  }
  for (const light of site.lights) builder.lights.push(turnedLight(light, turn, level));
}

function turned([x, y, z]: Vec3, turn: number): Vec3 {
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  return [x * c + z * s, y, z * c - x * s];
}

/** @param turn a multiple of a right angle */
function turnedBox({ x0, z0, x1, z1 }: Box, turn: number): Box {
  const [a, b] = [turned([x0, 0, z0], turn), turned([x1, 0, z1], turn)];
  return {
    x0: Math.min(a[0], b[0]),
    x1: Math.max(a[0], b[0]),
    z0: Math.min(a[2], b[2]),
    z1: Math.max(a[2], b[2]),
  };
}

function turnedLight(light: AreaLight, turn: number, level: number): AreaLight {
  const [x, y, z] = turned(light.corner, turn);
  return {
    ...light,
    corner: [x, y + level, z],
    edgeA: turned(light.edgeA, turn),
    edgeB: turned(light.edgeB, turn),
    facing: turned(light.facing, turn),
  };
}

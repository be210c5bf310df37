/** Light that reaches a point straight from the sun, from lamps and through openings. */
import { normalise, type Vec3 } from '../../base/vector.ts';
import type { Accelerator } from './bvh.ts';
import type { Rgb } from './materials.ts';
import { Probe } from './probe.ts';
import type { AreaLight, TracedScene } from './scene.ts';
import { type SkyColour, skyColour } from './sky.ts';

interface LightPick {
  light: AreaLight;
  area: number;
  centre: Vec3;
  power: number;
}

const FAR = 1e6;

export class Lighting extends Probe {
  protected readonly sky: SkyColour;
  protected readonly hasSun: boolean;
  protected readonly lights: LightPick[];
  protected readonly portals: LightPick[];
  protected readonly lit: Rgb = { r: 0, g: 0, b: 0 };
  protected readonly skyOut: Rgb = { r: 0, g: 0, b: 0 };
  private readonly sun: Vec3;
  private readonly chances: Float64Array;

  constructor(scene: TracedScene, world?: Accelerator) {
    super(scene, world);
    this.sky = skyColour(scene.sky, scene.sun.direction);
    this.sun = normalise(scene.sun.direction);
    this.hasSun = scene.sun.light[0] + scene.sun.light[1] + scene.sun.light[2] > 0;
    this.lights = scene.lights.map(lightPick);
    this.portals = scene.portals.map(lightPick);
    this.chances = new Float64Array(Math.max(this.lights.length, this.portals.length));
  }

  /** Share of the sun on a point, 0…1, leaves also lit from behind. */
  protected sunAt(x: number, y: number, z: number, nx: number, ny: number, nz: number, isLeaf: boolean): number {
    const spread = this.scene.sun.size;
    const lx = this.sun[0] + (this.random() + this.random() - 1) * spread;
    const ly = this.sun[1] + (this.random() + this.random() - 1) * spread;
    const lz = this.sun[2] + (this.random() + this.random() - 1) * spread;
    let cosine = nx * lx + ny * ly + nz * lz;
    let side = 1;
    if (cosine <= 0) {
      if (!isLeaf) return 0;
      cosine *= -0.6;
      side = -1;
    } else if (isLeaf) cosine = cosine * 0.8 + 0.12;
    const away = 4e-3 * side;
    return this.world.isBlocked(x + nx * away, y + ny * away, z + nz * away, lx, ly, lz, FAR) ? 0 : cosine;
  }

  /** Light of one rectangle picked by nearness and strength, in `lit`; for openings the sky seen through it. */
  protected lamps(
    picks: readonly LightPick[],
    x: number,
    y: number,
    z: number,
    nx: number,
    ny: number,
    nz: number,
    isOpening: boolean,
  ): void {
    const { lit, chances } = this;
    lit.r = 0;
    lit.g = 0;
    lit.b = 0;
    let total = 0;
    for (let i = 0; i < picks.length; i++) {
      const { light, centre, power, area } = picks[i]!;
      const gx = x - centre[0];
      const gy = y - centre[1];
      const gz = z - centre[2];
      const front = gx * light.facing[0] + gy * light.facing[1] + gz * light.facing[2];
      const chance = front > 0 ? power / (gx * gx + gy * gy + gz * gz + area) : 0;
      total += chance;
      chances[i] = total;
    }
    if (total <= 0) return;
    const target = this.random() * total;
    let index = 0;
    while (index < picks.length - 1 && chances[index]! <= target) index++;
    const chance = (chances[index]! - (index > 0 ? chances[index - 1]! : 0)) / total;
    if (chance <= 0) return;
    const { light, area } = picks[index]!;
    const a = this.random();
    const b = this.random();
    let lx = light.corner[0] + light.edgeA[0] * a + light.edgeB[0] * b - x;
    let ly = light.corner[1] + light.edgeA[1] * a + light.edgeB[1] * b - y;
    let lz = light.corner[2] + light.edgeA[2] * a + light.edgeB[2] * b - z;
    const square = lx * lx + ly * ly + lz * lz;
    const length = Math.sqrt(square);
    lx /= length;
    ly /= length;
    lz /= length;
    const here = nx * lx + ny * ly + nz * lz;
    const there = -(light.facing[0] * lx + light.facing[1] * ly + light.facing[2] * lz);
    if (here <= 0 || there <= 0) return;
    const reach = isOpening ? FAR : length - 0.01;
    if (this.world.isBlocked(x + nx * 2e-3, y + ny * 2e-3, z + nz * 2e-3, lx, ly, lz, reach)) return;
    const gain = (here * there * area) / (Math.PI * (square + 0.01) * chance);
    if (isOpening) {
      this.sky(lx, ly, lz, false, this.skyOut);
      addScaled(lit, this.skyOut, gain * light.light[0], gain * light.light[1], gain * light.light[2]);
    } else {
      const capped = Math.min(gain, 3);
      lit.r = light.light[0] * capped;
      lit.g = light.light[1] * capped;
      lit.b = light.light[2] * capped;
    }
  }
}

export function addScaled(out: Rgb, colour: Rgb, r: number, g: number, b: number): void {
  out.r += colour.r * r;
  out.g += colour.g * g;
  out.b += colour.b * b;
}

function lightPick(light: AreaLight): LightPick {
  const [a, b] = [light.edgeA, light.edgeB];
  const area = Math.hypot(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]);
  const centre: Vec3 = [
    light.corner[0] + (a[0] + b[0]) / 2,
    light.corner[1] + (a[1] + b[1]) / 2,
    light.corner[2] + (a[2] + b[2]) / 2,
  ];
  return { light, area, centre, power: area * (light.light[0] + light.light[1] + light.light[2]) };
}

/** Light transport: the light along a camera ray, split into parts that are filtered apart. */
import type { Vec3 } from '../../base/vector.ts';
import { addScaled, Lighting } from './lighting.ts';
import type { Rgb } from './paint.ts';
import type { ShadedMaterial } from './probe.ts';

/** Sums over the samples of one picture point. */
export interface PointSums {
  /** Sun, mirrored and own light: sharp, never filtered. */
  direct: Rgb;
  /** Colour of the surfaces seen. */
  albedo: Rgb;
  /** Light from the sky, lamps and other surfaces that falls on them: filtered. */
  indirect: Rgb;
  indirectCount: number;
  normal: { x: number; y: number; z: number };
  depth: number;
  /** Metres to what is seen as a camera that moves would notice it: mirrored things lie behind the water. Kept where it is given. */
  reach?: number;
}

const GLASS_TINT = 0.86;
const FAR = 1e6;
/** The sky lies behind the farthest hill. */
const SKY_REACH = 15_000;

/** Rays that gather light from all around see surfaces this coarsely: metres on each metre of their way. */
const gatheredWidening = 0.15;

/** A camera ray on its way: where it is, its direction, the share of light that is left of it, and metres. */
interface CameraPath {
  x: number;
  y: number;
  z: number;
  dx: number;
  dy: number;
  dz: number;
  r: number;
  g: number;
  b: number;
  travelled: number;
  reach: number;
}

export class Tracer extends Lighting {
  /** Angle that a picture point sees, radians; 0 where it is not known. */
  pointAngle = 0;
  private readonly paint: Rgb = { r: 0, g: 0, b: 0 };
  private readonly mirrored: Rgb = { r: 0, g: 0, b: 0 };
  private readonly gathered: Rgb = { r: 0, g: 0, b: 0 };
  private readonly path: CameraPath = {
    x: 0,
    y: 0,
    z: 0,
    dx: 0,
    dy: 0,
    dz: 0,
    r: 0,
    g: 0,
    b: 0,
    travelled: 0,
    reach: 0,
  };

  /** Follows one camera ray and adds its light; light on surfaces is gathered only when asked. */
  addSample(
    start: Vec3,
    direction: readonly [number, number, number],
    sums: PointSums,
    isGathering: boolean,
    u1: number,
    u2: number,
  ): void {
    const { scene, path } = this;
    path.x = start[0];
    path.y = start[1];
    path.z = start[2];
    path.dx = direction[0];
    path.dy = direction[1];
    path.dz = direction[2];
    path.r = path.g = path.b = 1;
    path.travelled = path.reach = 0;
    for (let depth = 0; depth < 8; depth++) {
      this.before = path.travelled;
      this.widening = this.pointAngle;
      if (!this.meet(path.x, path.y, path.z, path.dx, path.dy, path.dz)) {
        this.sky(path.dx, path.dy, path.dz, true, this.skyOut);
        addScaled(sums.direct, this.skyOut, path.r, path.g, path.b);
        sums.depth += Math.min(FAR, path.travelled + 400);
        if (sums.reach !== undefined) sums.reach += path.reach || SKY_REACH;
        return;
      }
      path.travelled += this.world.hit.t;
      if (depth === 0 && scene.haze > 0) this.addHaze(sums);
      const kind = this.surface.surface;
      if (kind === 'glass' || kind === 'water') {
        this.passThrough(sums, depth === 0);
        continue;
      }
      if (kind === 'light') this.addGlow(sums);
      else this.addSurface(sums, isGathering, u1, u2);
      sums.depth += path.travelled;
      if (sums.reach !== undefined) sums.reach += path.reach || path.travelled;
      return;
    }
  }

  /** Air between the camera and the first surface. */
  private addHaze({ direct }: PointSums): void {
    const { scene, path } = this;
    const clear = Math.exp(-path.travelled * scene.haze);
    direct.r += path.r * scene.hazeColour[0] * (1 - clear);
    direct.g += path.g * scene.hazeColour[1] * (1 - clear);
    direct.b += path.b * scene.hazeColour[2] * (1 - clear);
    path.r *= clear;
    path.g *= clear;
    path.b *= clear;
  }

  private addGlow(sums: PointSums): void {
    const { surface, path } = this;
    surface.paint(this.point, this.paint);
    const glow = surface.glow ?? 1;
    addScaled(sums.direct, this.paint, path.r * glow, path.g * glow, path.b * glow);
  }

  /** The mirrored part of glass or water; the path goes on behind it with the rest. */
  private passThrough(sums: PointSums, isFirst: boolean): void {
    const { surface, path } = this;
    const { x: px, y: py, z: pz } = this.point;
    const isWater = surface.surface === 'water';
    if (isWater) this.ripple();
    else if (surface.paneWidth) this.lean(surface.paneWidth);
    const cosine = Math.max(0, -(path.dx * this.sx + path.dy * this.sy + path.dz * this.sz));
    const base = surface.reflectance ?? (isWater ? 0.03 : 0.08);
    const mirror = base + (1 - base) * (1 - cosine) ** 5;
    const away = this.mirror(px, py, pz, path.dx, path.dy, path.dz, 0);
    if (isWater && isFirst) path.reach = path.travelled + away;
    addScaled(sums.direct, this.mirrored, path.r * mirror, path.g * mirror, path.b * mirror);
    surface.paint(this.at(px, py, pz), this.paint);
    const through = (1 - mirror) * (isWater ? 1 : GLASS_TINT);
    path.r *= through * this.paint.r;
    path.g *= through * this.paint.g;
    path.b *= through * this.paint.b;
    if (isWater) {
      const bend = 1 / 1.33;
      const side = Math.sqrt(Math.max(0, 1 - bend * bend * (1 - cosine * cosine)));
      path.dx = path.dx * bend + this.sx * (bend * cosine - side);
      path.dy = path.dy * bend + this.sy * (bend * cosine - side);
      path.dz = path.dz * bend + this.sz * (bend * cosine - side);
    }
    path.x = px + path.dx * 1e-3;
    path.y = py + path.dy * 1e-3;
    path.z = pz + path.dz * 1e-3;
  }

  /** The surface at which a path ends: its colour, sheen, sun and, when asked, gathered light. */
  private addSurface(sums: PointSums, isGathering: boolean, u1: number, u2: number): void {
    const { surface, path, point, paint } = this;
    const { x: px, y: py, z: pz, nx: normalX, ny: normalY, nz: normalZ } = point;
    const nx = this.sx;
    const ny = this.sy;
    const nz = this.sz;
    surface.paint(point, paint);
    let cr = paint.r;
    let cg = paint.g;
    let cb = paint.b;
    if (surface.surface === 'gloss' || surface.surface === 'metal') {
      const share = this.addSheen(sums, surface, cr, cg, cb);
      cr *= 1 - share;
      cg *= 1 - share;
      cb *= 1 - share;
    }
    cr *= path.r;
    cg *= path.g;
    cb *= path.b;
    sums.albedo.r += cr;
    sums.albedo.g += cg;
    sums.albedo.b += cb;
    // The relief of a surface does not part it for the filter.
    sums.normal.x += normalX;
    sums.normal.y += normalY;
    sums.normal.z += normalZ;
    if (this.hasSun) {
      const sunny = this.sunAt(px, py, pz, nx, ny, nz, surface.surface === 'leaf');
      const light = this.scene.sun.light;
      sums.direct.r += cr * sunny * light[0];
      sums.direct.g += cg * sunny * light[1];
      sums.direct.b += cb * sunny * light[2];
    }
    if (isGathering) {
      this.gather(px, py, pz, nx, ny, nz, u1, u2);
      sums.indirect.r += this.gathered.r;
      sums.indirect.g += this.gathered.g;
      sums.indirect.b += this.gathered.b;
      sums.indirectCount++;
    }
  }

  /** Adds the light that gloss or metal of a colour mirrors. @returns the share of the light that is mirrored */
  private addSheen(sums: PointSums, surface: ShadedMaterial, cr: number, cg: number, cb: number): number {
    const { path, mirrored } = this;
    const { x, y, z } = this.point;
    const cosine = Math.max(0, -(path.dx * this.sx + path.dy * this.sy + path.dz * this.sz));
    if (surface.paneWidth) this.lean(surface.paneWidth);
    const base = surface.reflectance ?? 0.04;
    const roughness = surface.roughness ?? 0;
    const rim = (1 - base) * (1 - cosine) ** 5 * (1 - roughness * 0.8);
    const share = base + rim;
    this.mirror(x, y, z, path.dx, path.dy, path.dz, roughness);
    if (surface.surface === 'metal') {
      addScaled(sums.direct, mirrored, path.r * cr * share, path.g * cg * share, path.b * cb * share);
    } else addScaled(sums.direct, mirrored, path.r * share, path.g * share, path.b * share);
    return share;
  }

  /** Light from everything but the sun on a point, as the mean over its half sphere, in `gathered`. */
  private gather(
    x: number,
    y: number,
    z: number,
    normalX: number,
    normalY: number,
    normalZ: number,
    u1: number,
    u2: number,
  ): void {
    const { scene, point, gathered } = this;
    gathered.r = 0;
    gathered.g = 0;
    gathered.b = 0;
    let tr = 1;
    let tg = 1;
    let tb = 1;
    let px = x;
    let py = y;
    let pz = z;
    let nx = normalX;
    let ny = normalY;
    let nz = normalZ;
    let a = u1;
    let b = u2;
    this.before = 0;
    this.widening = gatheredWidening;
    for (let bounce = 0; ; bounce++) {
      this.lamps(this.lights, px, py, pz, nx, ny, nz, false);
      addScaled(gathered, this.lit, tr, tg, tb);
      if (this.portals.length > 0) {
        this.lamps(this.portals, px, py, pz, nx, ny, nz, true);
        addScaled(gathered, this.lit, tr, tg, tb);
      }
      const turn = 2 * Math.PI * a;
      const height = 1 - 2 * b;
      const ring = Math.sqrt(Math.max(0, 1 - height * height));
      let dx = nx * 1.0001 + ring * Math.cos(turn);
      let dy = ny * 1.0001 + height;
      let dz = nz * 1.0001 + ring * Math.sin(turn);
      const length = 1 / Math.sqrt(dx * dx + dy * dy + dz * dz);
      dx *= length;
      dy *= length;
      dz *= length;
      let isFound = this.meet(px + nx * 2e-3, py + ny * 2e-3, pz + nz * 2e-3, dx, dy, dz);
      for (let pane = 0; pane < 4 && isFound && isClear(this.surface); pane++) {
        isFound = this.meet(point.x + dx * 1e-3, point.y + dy * 1e-3, point.z + dz * 1e-3, dx, dy, dz);
        tr *= 0.9;
        tg *= 0.9;
        tb *= 0.9;
      }
      if (!isFound) {
        if (this.portals.length === 0) {
          this.sky(dx, dy, dz, false, this.skyOut);
          addScaled(gathered, this.skyOut, tr, tg, tb);
        }
        return;
      }
      const surface = this.surface;
      if (surface.surface === 'light') return;
      surface.paint(point, this.paint);
      tr *= this.paint.r;
      tg *= this.paint.g;
      tb *= this.paint.b;
      px = point.x;
      py = point.y;
      pz = point.z;
      nx = this.sx;
      ny = this.sy;
      nz = this.sz;
      if (this.hasSun) {
        const sunny = this.sunAt(px, py, pz, nx, ny, nz, surface.surface === 'leaf');
        const light = scene.sun.light;
        gathered.r += tr * sunny * light[0];
        gathered.g += tg * sunny * light[1];
        gathered.b += tb * sunny * light[2];
      }
      if (bounce + 1 >= scene.bounces) {
        const open = 0.65 + 0.35 * ny;
        gathered.r += tr * scene.ambient[0] * open;
        gathered.g += tg * scene.ambient[1] * open;
        gathered.b += tb * scene.ambient[2] * open;
        if (this.lights.length > 0) {
          this.lamps(this.lights, px, py, pz, nx, ny, nz, false);
          addScaled(gathered, this.lit, tr, tg, tb);
        }
        return;
      }
      a = this.random();
      b = this.random();
    }
  }

  /** Colour along the mirrored ray, in `mirrored`. @returns metres along that ray */
  private mirror(x: number, y: number, z: number, ix: number, iy: number, iz: number, roughness: number): number {
    const { point, mirrored, path } = this;
    const twice = 2 * (ix * this.sx + iy * this.sy + iz * this.sz);
    let dx = ix - twice * this.sx;
    let dy = iy - twice * this.sy;
    let dz = iz - twice * this.sz;
    const fromX = x + point.nx * 2e-3;
    const fromY = y + point.ny * 2e-3;
    const fromZ = z + point.nz * 2e-3;
    if (roughness > 0) {
      dx += (this.random() + this.random() - 1) * roughness;
      dy += (this.random() + this.random() - 1) * roughness;
      dz += (this.random() + this.random() - 1) * roughness;
      const length = 1 / Math.sqrt(dx * dx + dy * dy + dz * dz);
      dx *= length;
      dy *= length;
      dz *= length;
    }
    const keep = { x: this.sx, y: this.sy, z: this.sz, px: point.nx, py: point.ny, pz: point.nz, m: this.surface };
    mirrored.r = 0;
    mirrored.g = 0;
    mirrored.b = 0;
    let gain = 1;
    let away = 0;
    this.before = path.travelled;
    this.widening = this.pointAngle + roughness * 0.5;
    let isFound = this.meet(fromX, fromY, fromZ, dx, dy, dz);
    for (let pane = 0; pane < 3 && isFound && isClear(this.surface); pane++) {
      const cosine = Math.abs(dx * this.sx + dy * this.sy + dz * this.sz);
      const bounce = 0.08 + 0.92 * (1 - cosine) ** 5;
      this.sky(dx, Math.abs(dy), dz, false, this.skyOut);
      addScaled(mirrored, this.skyOut, gain * bounce, gain * bounce, gain * bounce);
      gain *= (1 - bounce) * 0.85;
      away += this.world.hit.t;
      isFound = this.meet(point.x + dx * 1e-3, point.y + dy * 1e-3, point.z + dz * 1e-3, dx, dy, dz);
    }
    away = isFound ? away + this.world.hit.t : SKY_REACH;
    if (!isFound) {
      this.sky(dx, dy, dz, true, this.skyOut);
      addScaled(mirrored, this.skyOut, gain, gain, gain);
    } else this.addMirrored(gain);
    const limit = roughness > 0.25 ? 0.4 : roughness > 0 ? 2.5 : 12;
    mirrored.r = Math.min(limit, mirrored.r);
    mirrored.g = Math.min(limit, mirrored.g);
    mirrored.b = Math.min(limit, mirrored.b);
    this.sx = keep.x;
    this.sy = keep.y;
    this.sz = keep.z;
    this.surface = keep.m;
    point.nx = keep.px;
    point.ny = keep.py;
    point.nz = keep.pz;
    return away;
  }

  /** Adds the surface that a mirrored ray meets, in the light that falls on it, to `mirrored`. */
  private addMirrored(gain: number): void {
    const { scene, point, mirrored, surface } = this;
    surface.paint(point, this.paint);
    const r = this.paint.r * gain;
    const g = this.paint.g * gain;
    const b = this.paint.b * gain;
    if (surface.surface === 'light') {
      addScaled(mirrored, { r, g, b }, surface.glow ?? 1, surface.glow ?? 1, surface.glow ?? 1);
      return;
    }
    const open = 0.65 + 0.35 * this.sy;
    let er = scene.ambient[0] * open;
    let eg = scene.ambient[1] * open;
    let eb = scene.ambient[2] * open;
    const { x: px, y: py, z: pz } = point;
    const nx = this.sx;
    const ny = this.sy;
    const nz = this.sz;
    if (this.hasSun) {
      const sunny = this.sunAt(px, py, pz, nx, ny, nz, surface.surface === 'leaf');
      er += sunny * scene.sun.light[0];
      eg += sunny * scene.sun.light[1];
      eb += sunny * scene.sun.light[2];
    }
    if (this.lights.length > 0) {
      this.lamps(this.lights, px, py, pz, nx, ny, nz, false);
      er += this.lit.r;
      eg += this.lit.g;
      eb += this.lit.b;
    }
    if (this.portals.length > 0) {
      this.lamps(this.portals, px, py, pz, nx, ny, nz, true);
      er += this.lit.r;
      eg += this.lit.g;
      eb += this.lit.b;
    }
    mirrored.r += r * er;
    mirrored.g += g * eg;
    mirrored.b += b * eb;
  }
}

function isClear(material: ShadedMaterial): boolean {
  return material.surface === 'glass' || material.surface === 'water';
}

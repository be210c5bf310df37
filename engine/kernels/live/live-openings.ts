import { type LinearColour, linearColour, mixColours } from '../../base/linear-light.ts';
import { latticeRandom } from '../../base/random.ts';
import { clamp, smoothstep } from '../../base/scalar.ts';
import { type Facade, rowOnFacade } from './live-facade.ts';
import type { Sunlight } from './live-light.ts';
import { Paint } from './live-paint.ts';
import { Role } from './live-role.ts';
import { type LiveStage, regionRandom, setColour } from './live-stage.ts';
import type { Surface } from './live-surfaces.ts';
import { gridOf, type WindowGrid } from './live-window-grid.ts';
import type { LiveWish } from './live-words.ts';

interface Glazing {
  high: LinearColour;
  low: LinearColour;
  frame: LinearColour;
  room: LinearColour;
  /** 0 = day. */
  lamps: number;
  brightness: number;
}

/** Painter of the panes of one frame. */
interface GlassPainter {
  stage: LiveStage;
  glazing: Glazing;
  facades: ReadonlyArray<Facade | undefined>;
  /** Rows of windows by region, where nobody has drawn any. */
  grids: ReadonlyArray<WindowGrid | undefined>;
  /** Pixels. */
  frameWidth: number;
  /** Light of lit windows, per pixel. */
  glow: Float32Array;
}

/**
 * Paints windows with panes, frames and what they mirror, doors with a frame, glass walls as curtain walls, and rows of
 * windows into large walls nobody has drawn windows in, unless the drawing is to be kept strictly. Lit windows are
 * also written into `glow`, for their shine.
 */
export function paintOpenings(
  stage: LiveStage,
  sunlight: Sunlight,
  surfaces: readonly Surface[],
  facades: ReadonlyArray<Facade | undefined>,
  glow: Float32Array,
): void {
  const { regions, roles, size, inside, light, unit } = stage;
  const { list, labels } = regions;
  const frameWidth = 1.7 * unit;
  const painter: GlassPainter = {
    stage,
    glazing: glazingOf(stage.wish, sunlight),
    facades,
    grids: list.map((region, label) => gridOf(stage, region, label, surfaces[label]!, facades[label])),
    frameWidth,
    glow,
  };
  for (let y = 0, i = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++, i++) {
      const role = roles[i]!;
      if (role === Role.window) paintPane(painter, i, x, y);
      else if (role === Role.door && inside[i]! < frameWidth) shade(light, i, 0.55);
      else if (role === Role.wall && painter.grids[labels[i]!]) paintGrid(painter, i, x, y);
    }
  }
}

function glazingOf({ look, palette }: LiveWish, { sun, sky, brightness }: Sunlight): Glazing {
  const scale = (colour: LinearColour, by: number) => colour.map((value) => value * by) as unknown as LinearColour;
  return {
    high: scale(linearColour(look.sky.zenith), 0.55),
    low: scale(linearColour(look.sky.horizon), 0.62),
    frame: linearColour(palette.second).map(
      (value, c) => value * 0.6 * (sky[c]! + 0.5 * sun[c]!),
    ) as unknown as LinearColour,
    room: scale([0.09, 0.085, 0.08], Math.max(0.3, brightness)),
    lamps: look.lamps,
    brightness,
  };
}

function shade(light: Float32Array, i: number, factor: number): void {
  for (let at = i * 3; at < i * 3 + 3; at++) light[at]! *= factor;
}

/** One pixel of a window that is a region of its own. */
function paintPane(painter: GlassPainter, i: number, x: number, y: number): void {
  const { stage, glazing, frameWidth, glow } = painter;
  const { light, unit, inside, regions } = stage;
  const region = regions.list[regions.labels[i]!]!;
  const wide = region.right - region.left + 1;
  const high = region.bottom - region.top + 1;
  const panes = Math.max(1, Math.round(wide / (26 * unit)));
  const isTransomed = high > 44 * unit;
  const across = (x - region.left) / wide;
  const down = (y - region.top) / high;
  const toMullion = Math.abs(across * panes - Math.round(across * panes)) * (wide / panes);
  const isInner = across * panes > 0.5 && across * panes < panes - 0.5;
  const isBar = (isInner && toMullion < 0.75 * unit) || (isTransomed && Math.abs(down - 0.3) * high < 0.7 * unit);
  const isSmall = Math.min(wide, high) < 8 * unit;
  if ((inside[i]! < frameWidth && !isSmall) || isBar) {
    setColour(light, i, glazing.frame, 1);
    return;
  }
  const isLamp = region.paint === Paint.light;
  paintGlass(painter, i, across, down, isLamp ? -1 : regionRandom(region, stage, 17));
  // The reveal shades the upper and left rim of the glass.
  const reveal = Math.min((y - region.top) / (5 * unit), (x - region.left) / (3.5 * unit));
  if (reveal < 1 && glow[i] === 0) shade(light, i, 0.55 + 0.45 * Math.max(0, reveal));
}

/** @param random decides whether it is lit; below 0 always */
function paintGlass({ stage, glazing, glow }: GlassPainter, i: number, across: number, down: number, random: number) {
  const { light, noise } = stage;
  const { lamps, high, low, room, brightness } = glazing;
  const isLit = random < 0 || (lamps > 0.1 && random < 0.3 + 0.45 * lamps);
  if (isLit) {
    const warm = 0.75 + 0.5 * latticeRandom(Math.round(random * 4096), 5, 3);
    const falloff = 1.15 - 0.55 * down - 0.35 * Math.abs(across - 0.5);
    const furniture = down > 0.62 && noise.middle[i]! > 0.5 ? 0.6 : 1;
    const level = warm * falloff * furniture * clamp(lamps, 0.55, 1);
    light[i * 3] = 1.05 * level;
    light[i * 3 + 1] = 0.66 * level;
    light[i * 3 + 2] = 0.3 * level;
    glow[i] = level;
    return;
  }
  // Below the skyline the glass mirrors trees and houses across the street.
  const skyline = 0.58 + 0.16 * (noise.coarse[i]! - 0.5) + 0.1 * (noise.middle[i]! - 0.5);
  const mirrored = smoothstep(skyline + 0.03, skyline - 0.03, down);
  const streak = across * 0.9 + down * 0.55 + random;
  const gleam = smoothstep(0.34, 0.3, Math.abs(streak - Math.floor(streak) - 0.5)) * 0.1 * mirrored;
  const curtain = random > 0.45 && (across < 0.16 || across > 0.84) ? 0.16 * Math.max(0.1, brightness) : 0;
  const tone = mixColours(high, low, Math.min(1, down * 1.4));
  for (let channel = 0, at = i * 3; channel < 3; channel++, at++) {
    const outside = tone[channel]! * (0.75 * mirrored + 0.18) + gleam * low[channel]!;
    light[at] = room[channel]! * 0.5 + outside + curtain;
  }
}

/** Cell of a grid that a pixel lies in, and where in its glass, 0–1 inside; written by {@link readCell}. */
const cell = { column: 0, line: 0, across: 0, down: 0 };

/** @returns false outside the grid */
function readCell(grid: WindowGrid, x: number, row: number): boolean {
  const cellX = (x - grid.left) / grid.pitchX;
  const cellY = row / grid.pitchY;
  const last = grid.rows - 1;
  const line = grid.isCurtain ? clamp(Math.floor(cellY), 0, last) : Math.floor(cellY);
  cell.column = Math.floor(cellX);
  cell.line = line;
  if (line < 0 || line > last || cell.column < 0 || cell.column >= grid.columns) return false;
  cell.across = (cellX - cell.column - 0.5) / grid.glassX + 0.5;
  const inCell = (cellY - line - 0.5) / grid.glassY + 0.5;
  cell.down = grid.isCurtain ? clamp(inCell, 0, 1) : inCell;
  return true;
}

/** One pixel of a wall with rows of windows. */
function paintGrid(painter: GlassPainter, i: number, x: number, y: number): void {
  const { stage, glazing, grids, facades } = painter;
  const { light, unit, regions } = stage;
  const label = regions.labels[i]!;
  const grid = grids[label]!;
  if (!readCell(grid, x, rowOnFacade(facades[label]!, x, y))) return;
  const { column, line, across, down } = cell;
  if (across < 0 || across > 1 || down < 0 || down > 1) {
    // A sill catches light under each window.
    const isSill = across > -0.06 && across < 1.06 && down > 1 && (down - 1) * grid.glassY * grid.pitchY < 1.6 * unit;
    if (isSill) shade(light, i, 1.12);
    return;
  }
  const edgeX = Math.min(across, 1 - across) * grid.glassX * grid.pitchX;
  const edgeY = Math.min(down, 1 - down) * grid.glassY * grid.pitchY;
  if (Math.min(edgeX, edgeY) < grid.frame) setColour(light, i, glazing.frame, grid.isCurtain ? 1.5 : 1);
  else if (grid.isCurtain) paintCurtainGlass(painter, grid, i);
  else {
    paintGlass(painter, i, across, down, latticeRandom(column, line, grid.salt));
    const reveal = Math.min(
      (down * grid.glassY * grid.pitchY) / (4 * unit),
      (across * grid.glassX * grid.pitchX) / (3 * unit),
    );
    if (reveal < 1 && painter.glow[i] === 0) shade(light, i, 0.5 + 0.5 * reveal);
  }
}

/** Glass walls mirror one sky over all their panes; their lower parts are closed. */
function paintCurtainGlass(painter: GlassPainter, grid: WindowGrid, i: number): void {
  const { light } = painter.stage;
  const { high, low } = painter.glazing;
  const { column, line, across, down } = cell;
  if (down > 0.78) {
    setColour(light, i, mixColours(high, low, 0.3), 0.5);
    return;
  }
  const random = latticeRandom(column, line, grid.salt);
  paintGlass(painter, i, (column + across) / grid.columns, ((line + down) / grid.rows) * 0.8, random);
  if (painter.glow[i] === 0) shade(light, i, 0.9 + 0.2 * random);
}

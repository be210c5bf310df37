/** Site plans as line drawings: roads, paths, water, squares, buildings and trees. */
import { randomSource } from '../../engine/kernels/trace/noise.ts';

const ink = '#1c1b1a';

/** Left, top, width, height, degrees of turn, storeys; a ridge is drawn on pitched roofs. */
export type SiteBuilding = readonly [number, number, number, number, number, number, 'ridge'?];

/** Everything in points of a sheet of 1280 × 960; paths as in SVG. */
export interface Site {
  roads: readonly string[];
  /** Middle lines of roads. */
  lines: readonly string[];
  paths: readonly string[];
  water: readonly string[];
  /** Paved squares with their grid: left, top, width, height. */
  squares: ReadonlyArray<readonly [number, number, number, number]>;
  buildings: readonly SiteBuilding[];
  /** Rows of street trees: from, to, distance. */
  rows: ReadonlyArray<readonly [number, number, number, number, number]>;
  /** Areas of loose trees: left, top, width, height, number. */
  groves: ReadonlyArray<readonly [number, number, number, number, number]>;
  seed: number;
}

/** @returns SVG of 1280 × 960, black lines on white. */
export function drawSite(site: Site): string {
  const shape = (path: string, width: number): string =>
    `<path d="${path}" fill="#fff" stroke="${ink}" stroke-width="${width}"/>`;
  const parts = ['<rect width="1280" height="960" fill="#fff"/>'];
  for (const road of site.roads) parts.push(shape(road, 3));
  for (const line of site.lines)
    parts.push(`<path d="${line}" fill="none" stroke="${ink}" stroke-width="1.6" stroke-dasharray="22 16"/>`);
  for (const path of site.paths) parts.push(shape(path, 1.6));
  for (const pool of site.water) parts.push(shape(pool, 2.6));
  for (const square of site.squares) parts.push(squareAt(square));
  for (const building of site.buildings) parts.push(buildingAt(building));
  parts.push(...treesOf(site));
  parts.push(
    `<g transform="translate(1212 884)" fill="none" stroke="${ink}" stroke-width="2"><circle r="32"/><path d="M0 -44 L12 22 L0 10 L-12 22 Z" fill="${ink}"/></g>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="960" viewBox="0 0 1280 960">${parts.join('')}</svg>`;
}

function squareAt([x, y, w, h]: Site['squares'][number]): string {
  let grid = '';
  for (let at = x + 26; at < x + w; at += 26) grid += `M${at} ${y} V${y + h} `;
  for (let at = y + 26; at < y + h; at += 26) grid += `M${x} ${at} H${x + w} `;
  return `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="#fff" stroke="${ink}" stroke-width="2.2"/><path d="${grid}" stroke="${ink}" stroke-width="0.7" opacity="0.55"/>`;
}

function buildingAt([x, y, w, h, turn, storeys, ridge]: SiteBuilding): string {
  let inner = `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="#fff" stroke="${ink}" stroke-width="4"/>`;
  if (ridge) {
    const r = Math.min(w, h) / 2;
    inner +=
      w >= h
        ? `<path d="M${x} ${y} l${r} ${r} H${x + w - r} L${x + w} ${y} M${x} ${y + h} l${r} ${-r} M${x + w} ${y + h} l${-r} ${-r}" fill="none" stroke="${ink}" stroke-width="1.5"/>`
        : `<path d="M${x} ${y} l${r} ${r} V${y + h - r} L${x} ${y + h} M${x + w} ${y} l${-r} ${r} M${x + w} ${y + h} l${-r} ${-r}" fill="none" stroke="${ink}" stroke-width="1.5"/>`;
  } else
    inner += `<rect x="${x + 7}" y="${y + 7}" width="${w - 14}" height="${h - 14}" fill="none" stroke="${ink}" stroke-width="1.3"/>`;
  inner += `<text x="${x + 24}" y="${y + h - 16}" font-family="DejaVu Sans, sans-serif" font-size="19" fill="${ink}" text-anchor="middle">${storeys}</text>`;
  return `<g transform="rotate(${turn} ${x + w / 2} ${y + h / 2})">${inner}</g>`;
}

function treesOf({ rows, groves, buildings, squares, seed }: Site): string[] {
  const random = randomSource(seed);
  const spots: [number, number, number][] = [];
  for (const [x0, y0, x1, y1, gap] of rows) {
    const steps = Math.max(1, Math.round(Math.hypot(x1 - x0, y1 - y0) / gap));
    for (let i = 0; i <= steps; i++) spots.push([x0 + ((x1 - x0) * i) / steps, y0 + ((y1 - y0) * i) / steps, 17]);
  }
  const isFree = (x: number, y: number, r: number): boolean =>
    spots.every(([sx, sy, sr]) => Math.hypot(sx - x, sy - y) > (sr + r) * 0.95) &&
    [...buildings, ...squares].every(
      ([bx, by, w, h]) => x < bx - r - 6 || x > bx + w + r + 6 || y < by - r - 6 || y > by + h + r + 6,
    );
  for (const [x0, y0, w, h, count] of groves) {
    const before = spots.length;
    for (let tries = 0; tries < count * 12 && spots.length < before + count; tries++) {
      const [x, y, r] = [x0 + random() * w, y0 + random() * h, 13 + random() * 12];
      if (isFree(x, y, r)) spots.push([x, y, r]);
    }
  }
  return spots.map(([x, y, r]) => {
    let rays = '';
    for (let i = 0; i < 8; i++) {
      const a = (i * Math.PI) / 4 + r;
      rays += `M${x.toFixed(1)} ${y.toFixed(1)} l${(Math.cos(a) * r * 0.78).toFixed(1)} ${(Math.sin(a) * r * 0.78).toFixed(1)} `;
    }
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${r.toFixed(1)}" fill="#fff" stroke="${ink}" stroke-width="1.6"/><path d="${rays}" stroke="${ink}" stroke-width="1"/>`;
  });
}

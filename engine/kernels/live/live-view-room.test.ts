import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { labPlanes } from '../../base/colour.ts';
import { paletteOf } from '../light/relight-palettes.ts';
import { Role } from './live-role.ts';
import { readRoomModel } from './live-view-room.ts';
import { paintRoomModel } from './live-view-room-paint.ts';

const size = { width: 600, height: 400 };

/** A room as modelling programs show it: even faces, dark edges, a blue pane, a brown cupboard, a white floor. */
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400" stroke="#1e1e1e" stroke-width="1.5">
  <polygon points="0,0 600,0 420,90 180,90" fill="#e2e2e0"/>
  <polygon points="0,0 180,90 180,270 0,400" fill="#c4c4c1"/>
  <polygon points="600,0 420,90 420,270 600,400" fill="#b6b6b3"/>
  <rect x="180" y="90" width="240" height="180" fill="#d2d2cf"/>
  <polygon points="0,400 180,270 420,270 600,400" fill="#d9d9d7"/>
  <polygon points="40,70 120,105 120,225 40,260" fill="#8fc0ea"/>
  <rect x="300" y="190" width="90" height="95" fill="#9a6b3f"/>
  <line x1="345" y1="190" x2="345" y2="285"/></svg>`;
const rgb = new Uint8Array(await sharp(Buffer.from(drawing)).flatten().removeAlpha().raw().toBuffer());
const layers = () => ({
  floor: new Uint8Array(size.width * size.height),
  ceiling: new Uint8Array(size.width * size.height),
  window: new Uint8Array(size.width * size.height),
});
const at = (x: number, y: number) => y * size.width + x;
const places = {
  floor: at(240, 350),
  ceiling: at(300, 40),
  wall: at(220, 150),
  pane: at(80, 160),
  cupboard: at(320, 240),
};

describe('a view of a room in a modelling program', () => {
  const model = readRoomModel(rgb, size, layers());
  const { labels, list } = model.view.regions;
  const roleAt = (i: number) => list[labels[i]!]!.role;

  it('is read as floor, ceiling, walls, panes and things by its faces and the box they lie in', () => {
    expect(roleAt(places.floor)).toBe(Role.floor);
    expect(roleAt(places.ceiling)).toBe(Role.ceiling);
    expect(roleAt(places.wall)).toBe(Role.wall);
    expect(roleAt(at(20, 200))).toBe(Role.wall);
    expect(roleAt(places.pane)).toBe(Role.window);
    expect(roleAt(places.cupboard)).toBe(Role.thing);
  });

  it('gets the style where it has no material, keeps the colours and the lines it has', () => {
    const palette = paletteOf(undefined);
    const painted = paintRoomModel(rgb, model, size, { palette, floor: 'boards', isBrick: false }, 5);
    const [before, after] = [labPlanes(rgb), labPlanes(painted)];
    // Boards are brown where the model was grey, and not one even colour.
    expect(after.b[places.floor]!).toBeGreaterThan(before.b[places.floor]! + 0.1);
    const row = Array.from({ length: 200 }, (_, x) => after.lightness[at(200 + x, 360)]!);
    expect(Math.max(...row) - Math.min(...row)).toBeGreaterThan(0.05);
    for (const plane of ['lightness', 'a', 'b'] as const) {
      expect(Math.abs(after[plane][places.cupboard]! - before[plane][places.cupboard]!)).toBeLessThan(0.1);
    }
    // The dark line between wall and ceiling stays darker than both.
    expect(before.lightness[at(300, 90)]!).toBeLessThan(0.4);
    expect(after.lightness[at(300, 90)]!).toBeLessThan(after.lightness[at(300, 80)]! - 0.06);
    expect(after.lightness[at(300, 90)]!).toBeLessThan(after.lightness[at(300, 100)]! - 0.06);
  });

  it('is lit by its pane and darker in the corners', () => {
    const palette = paletteOf(undefined);
    const painted = labPlanes(paintRoomModel(rgb, model, size, { palette, floor: 'concrete', isBrick: false }, 5));
    const wall = (x: number) => painted.lightness[at(x, 130)]!;
    expect(wall(300)).toBeGreaterThan(wall(184) + 0.005);
    expect(painted.lightness[places.pane]!).toBeGreaterThan(0.85);
  });
});

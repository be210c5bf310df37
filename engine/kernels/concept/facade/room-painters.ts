/** Rooms seen through windows, as painted walls, ceilings and floors. */
import { hash2 } from '../../trace/noise.ts';
import { definePaint, type Painter } from '../../trace/paint.ts';

/** Heights of storeys, metres: the first one, and every other. */
interface Heights {
  ground: number;
  storey: number;
}

/** @param share of rooms with their lamps on, 0 by day */
export const roomPainter = definePaint('room', (share: number, seed: number, { ground, storey }: Heights): Painter => {
  return (p, out) => {
    const u = Math.abs(p.nx) > Math.abs(p.nz) ? p.z : p.x;
    const high = p.y < ground ? p.y / ground - 1 : (p.y - ground) / storey;
    const level = Math.floor(high);
    const room = Math.floor(u / 4.2);
    const own = hash2(room, level, seed);
    const cell = Math.floor(u / 0.6);
    const inside = high - level;
    // Shelves, pictures and people as darker fields.
    const isThing = inside < 0.2 + 0.28 * hash2(cell, level, seed + 3) && hash2(cell, level, seed + 4) < 0.55;
    let gain = (0.62 + 0.38 * inside) * (isThing ? 0.42 : 1) * (0.75 + 0.35 * hash2(room, level, seed + 1));
    if (share > 0 && own > share) gain *= 0.045;
    const warm = hash2(room, level, seed + 2);
    out.r = gain;
    out.g = gain * (share > 0 ? 0.58 + 0.12 * warm : 0.95);
    out.b = gain * (share > 0 ? 0.24 + 0.2 * warm : 0.88);
  };
});

/** Ceilings with rows of lamps. */
export const ceilingPainter = definePaint(
  'ceiling',
  (share: number, seed: number, { ground, storey }: Heights): Painter => {
    return (p, out) => {
      const level = p.y < ground ? -1 : Math.floor((p.y - ground) / storey);
      const own = hash2(Math.floor(p.x / 4.2), level, seed);
      const isLamp = Math.abs((p.z / 2.4) % 1) < 0.09 && Math.abs((p.x / 1.8) % 1) < 0.5;
      let gain = isLamp ? 1.8 : 0.62;
      if (share > 0 && own > share) gain *= 0.06;
      out.r = gain;
      out.g = gain * 0.68;
      out.b = gain * 0.38;
    };
  },
);

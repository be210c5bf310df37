import sharp from 'sharp';
import { makeRandom, valueNoise } from '../../engine/base/random.ts';
import { drawFacade } from './known-scene-facade.ts';
import type { Drawing } from './known-scene-parts.ts';
import { drawRoom } from './known-scene-room.ts';
import { drawVilla } from './known-scene-villa.ts';

/** A picture of which every pixel's object is known. */
export interface KnownScene {
  name: string;
  width: number;
  height: number;
  /** Interleaved 8-bit sRGB. */
  rgb: Uint8Array;
  /** Object of every pixel, an index into `objects`. */
  ids: Uint8Array;
  objects: string[];
}

const drawings: Readonly<Record<string, (random: () => number) => Drawing>> = {
  facade: drawFacade,
  room: drawRoom,
  villa: drawVilla,
};
export const sceneNames = Object.keys(drawings);

/** Size in which the drawings give their coordinates, pixels. */
const canvas = { width: 1024, height: 768 };

/**
 * Draws a scene with light that falls off across the picture, grain and JPEG's traces.
 *
 * @param seed colours, places and grain; the same seed gives the same picture
 * @param width of the picture; 1024 when not given, the height follows
 */
export async function drawKnownScene(name: string, seed: number, width = canvas.width): Promise<KnownScene> {
  const height = Math.round((width * canvas.height) / canvas.width);
  const { definitions, elements } = drawings[name]!(makeRandom(seed));
  const objects = [...new Set(elements.flatMap(({ object }) => (object === null ? [] : [object])))];
  const painted = elements.map(({ outline, paint }) => `<${outline} ${paint}/>`).join('');
  const flat = elements
    .filter(({ object }) => object !== null)
    .map(({ outline, object }) => {
      const value = objects.indexOf(object!);
      return `<${outline} fill="rgb(${value},${value},${value})" shape-rendering="crispEdges"/>`;
    })
    .join('');
  const rgb = await rasterise(`<defs>${definitions}</defs>${painted}`, width, height);
  const map = await rasterise(flat, width, height);
  const ids = new Uint8Array(width * height);
  for (let i = 0; i < ids.length; i++) ids[i] = map[i * 3]!;
  lightUnevenly(rgb, width, height, seed);
  const jpeg = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 88 })
    .toBuffer();
  return { name, width, height, rgb: await sharp(jpeg).raw().toBuffer(), ids, objects };
}

async function rasterise(content: string, width: number, height: number): Promise<Uint8Array> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"
    viewBox="0 0 ${canvas.width} ${canvas.height}">${content}</svg>`;
  const { data } = await sharp(Buffer.from(svg))
    .flatten({ background: '#000' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return data;
}

/** A soft slope of light, blotches as of dirt and reflected light, and grain. */
function lightUnevenly(rgb: Uint8Array, width: number, height: number, seed: number): void {
  const random = makeRandom(seed + 77);
  const slopeX = (random() - 0.5) * 0.3;
  const slopeY = (random() - 0.5) * 0.2;
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i += 3) {
      const u = x / width;
      const v = y / width;
      const blotch = 0.12 * (valueNoise(u * 9, v * 9, seed) - 0.5) + 0.1 * (valueNoise(u * 60, v * 60, seed + 1) - 0.5);
      const light = 1 + slopeX * (u - 0.5) + slopeY * (v - 0.4) + blotch;
      for (let channel = 0; channel < 3; channel++) {
        const grain = (random() + random() + random() - 1.5) * 12;
        rgb[i + channel] = Math.max(0, Math.min(255, Math.round(rgb[i + channel]! * light + grain)));
      }
    }
  }
}

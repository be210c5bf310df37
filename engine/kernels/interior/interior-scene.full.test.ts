import { describe, expect, it } from 'vitest';
import { exposeConcept } from '../concept/view/expose-concept.ts';
import { lookNames, lookOf } from '../furnish/styles.ts';
import { Tracer } from '../trace/tracer.ts';
import { type InteriorBrief, type RoomKind, roomRules } from './interior-brief.ts';
import { buildInterior } from './interior-scene.ts';
import { readInterior } from './read-interior.ts';

const briefOf = (text: string): InteriorBrief => readInterior({ promptTxt: text })!.brief;
const rooms = Object.keys(roomRules) as RoomKind[];
/** A style for every shape of furniture; the others differ from one of these in colours. */
const shapes = lookNames.filter(
  (name, i) => lookNames.findIndex((other) => lookOf(other).shape === lookOf(name).shape) === i,
);
const plain = briefOf('客厅，沙漠');

const rays = { width: 48, height: 48, first: 2, more: 1 };

describe('a room from a brief', () => {
  it.each(rooms)('%s is furnished inside its walls, in wide and tall pictures', (room) => {
    for (const [output, aspect] of [16 / 9, 1, 9 / 16].entries()) {
      const style = shapes[(rooms.indexOf(room) + output) % shapes.length]!;
      const { scene, plan, placed } = buildInterior({ ...plain, room, style }, { aspect, seed: 4, output });
      const sum = scene.mesh.positions.reduce((total, value) => total + value, 0);
      expect(Number.isFinite(sum), style).toBe(true);
      expect(placed.length, `${style} ${output}`).toBeGreaterThan(2);
      for (const { x, z } of placed) {
        expect(x > plan.box.left && x < plan.box.right && z > 0.5 && z < plan.box.back).toBe(true);
      }
    }
  });

  it('differs between the pictures of a run, and not between two runs', () => {
    const at = (output: number) => {
      const { plan, placed } = buildInterior(plain, { aspect: 1.5, seed: 4, output });
      return JSON.stringify([plan.windows, plan.main, placed]);
    };
    expect(new Set([0, 1, 2, 3].map(at)).size).toBe(4);
    expect(at(2)).toBe(at(2));
  });

  it('holds what only the description names, once and where it belongs', () => {
    const { placed } = buildInterior(briefOf('会议室，地毯，书柜，沙漠'), { aspect: 1.78, seed: 8, output: 0 });
    const [rug, ...others] = placed.filter(({ kind }) => kind === 'rug' || kind === 'roundRug');
    const table = placed.find(({ kind }) => kind === 'diningTable')!;
    expect(others).toEqual([]);
    expect([rug!.x, rug!.z]).toEqual([table.x, table.z]);
    expect(placed.some(({ kind }) => kind === 'bookcase')).toBe(true);
  });

  it('hangs pictures before the slats that are asked for', () => {
    const { plan, placed } = buildInterior(briefOf('餐馆室内，木格栅墙面，沙漠'), { aspect: 1.78, seed: 8, output: 0 });
    const [panel, picture] = ['wallPanel', 'picture'].map((kind) => placed.find((one) => one.kind === kind)!);
    expect(plan.box.back - panel!.z).toBeLessThan(plan.box.back - picture!.z - 0.03);
  });

  it('lets a covered sky light what lies outside: snow is white', () => {
    const { scene } = buildInterior(briefOf('客厅，落地窗，正面窗，雪景，湖边'), { aspect: 1, seed: 4, output: 1 });
    const { rgb, depth } = exposeConcept(scene, new Tracer(scene), rays, { onProgress: () => {} });
    const ground = [...depth.keys()].filter((i) => depth[i]! > 8 && depth[i]! < 14 && i > 48 * 24);
    expect(ground.length).toBeGreaterThan(5);
    expect(ground.reduce((sum, i) => sum + rgb[i * 3 + 1]!, 0) / ground.length).toBeGreaterThan(110);
  });

  it('has the floor, the light and the style that were asked for', () => {
    const floor = (text: string) => {
      const { scene } = buildInterior(briefOf(`${text}，沙漠，不要地毯`), { aspect: 1, seed: 4, output: 0 });
      const { rgb } = exposeConcept(scene, new Tracer(scene), rays, { onProgress: () => {} });
      const low = rgb.subarray(rgb.length * 0.85);
      let blue = 0;
      for (let i = 0; i < rgb.length; i += 3) blue += rgb[i + 2]! - rgb[i]!;
      return { mean: low.reduce((sum, value) => sum + value, 0) / low.length, blue: (blue * 3) / rgb.length, rgb };
    };
    const pale = floor('客厅，浅色木地板');
    expect(pale.mean).toBeGreaterThan(floor('客厅，深色木地板').mean + 15);
    expect(pale.blue).toBeGreaterThan(floor('客厅，浅色木地板，夜景').blue + 5);
    expect(pale.rgb).not.toEqual(floor('法式客厅，浅色木地板').rgb);
  });
});

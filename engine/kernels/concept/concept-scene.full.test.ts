import { describe, expect, it } from 'vitest';
import { Tracer } from '../trace/tracer.ts';
import { buildConcept } from './concept-scene.ts';
import { readBrief } from './reading/read-brief.ts';
import { exposeConcept } from './view/expose-concept.ts';
import type { BuildingKind, StyleName } from './words/brief.ts';
import { kindRules, styleLabels } from './words/building-rules.ts';

const size = { width: 160, height: 90 };

function build(words: string, { seed = 3, output = 0 } = {}) {
  return buildConcept(readBrief({ promptTxt: words }, seed).brief, { aspect: 16 / 9, seed, output });
}

function draw(words: string, options: { seed?: number; output?: number } = {}) {
  const { scene } = build(words, options);
  return exposeConcept(scene, new Tracer(scene), { ...size, first: 2, more: 1 }, { onProgress: () => undefined });
}

/** Mean of each channel over the rows from–to, shares of the height. */
function mean(rgb: Uint8Array, from: number, to: number): [number, number, number] {
  const sums: [number, number, number] = [0, 0, 0];
  const start = Math.round(from * size.height) * size.width;
  const end = Math.round(to * size.height) * size.width;
  for (let i = start; i < end; i++) for (const c of [0, 1, 2] as const) sums[c] += rgb[i * 3 + c]!;
  return sums.map((sum) => sum / (end - start)) as [number, number, number];
}

const luma = ([r, g, b]: readonly number[]): number => 0.3 * r! + 0.59 * g! + 0.11 * b!;

describe('a concept scene', () => {
  it('is as high as its storeys', () => {
    const { storey, ground } = kindRules.office;
    for (const storeys of [4, 8, 12]) {
      const { top } = build(`${storeys}层办公楼`);
      expect(top).toBeCloseTo(0.15 + ground + (storeys - 1) * storey + 1, 1);
    }
  });

  it('stands in the frame, whatever the type, style and view', () => {
    const views = ['人视', '鸟瞰', '仰视', '正立面', '轴测', '顶视', '特写', '半鸟瞰'];
    const styles = Object.keys(styleLabels) as StyleName[];
    (Object.keys(kindRules) as BuildingKind[]).forEach((kind, i) => {
      const style = styles[i % styles.length]!;
      const { scene, bounds, top } = build(`${kindRules[kind].label} ${styleLabels[style]} ${views[i % views.length]}`);
      expect(top).toBeGreaterThan(3);
      expect(scene.mesh.triangleCount).toBeGreaterThan(200);
      expect(scene.mesh.positions.every(Number.isFinite)).toBe(true);
      const [x, y, z] = scene.camera.at;
      const isInside = x > bounds.x0 && x < bounds.x1 && z > bounds.z0 && z < bounds.z1 && y < top;
      expect(isInside).toBe(false);
    });
  });

  it('gives the same picture again, and another one for another output or seed', () => {
    const words = '两层别墅';
    const one = draw(words);
    expect(Buffer.compare(draw(words).rgb, one.rgb)).toBe(0);
    for (const options of [{ output: 1 }, { output: 2 }, { seed: 4 }]) {
      const { rgb } = draw(words, options);
      const different = rgb.filter((value, i) => Math.abs(value - one.rgb[i]!) > 24).length;
      expect(different / rgb.length).toBeGreaterThan(0.15);
    }
  });

  it('is dark at night with lit windows', () => {
    const noon = draw('六层办公楼，白天');
    const night = draw('六层办公楼，夜景');
    expect(luma(mean(night.rgb, 0, 0.15))).toBeLessThan(luma(mean(noon.rgb, 0, 0.15)) * 0.5);
    let lit = 0;
    for (let i = 0; i < size.width * size.height; i++) {
      const [r, , b] = night.rgb.subarray(i * 3, i * 3 + 3);
      if (r! > 150 && r! > b! * 1.25) lit++;
    }
    expect(lit).toBeGreaterThan(60);
  });

  it('turns the ground white under snow', () => {
    const open = '别墅，正立面，乡村，没有树，无灌木';
    const green = mean(draw(open).rgb, 0.88, 1);
    const white = mean(draw(`${open}，雪景`).rgb, 0.88, 1);
    expect(green[1] - green[2]).toBeGreaterThan(25);
    expect(Math.abs(white[1] - white[2])).toBeLessThan(25);
    expect(luma(white)).toBeGreaterThan(luma(green) + 30);
  });

  it('leaves out what is not wanted', () => {
    const many = build('别墅，树林').scene.placements.length;
    const few = build('别墅，没有树，无灌木').scene.placements.length;
    expect(few).toBeLessThan(many / 4);
  });

  it('mirrors the house in a lake and keeps its distance', () => {
    const { depth } = draw('别墅，湖边');
    const row = (share: number): number => depth[Math.round(share * size.height) * size.width + size.width / 2]!;
    expect(row(0.02)).toBeGreaterThan(5000);
    expect(row(0.55)).toBeLessThan(120);
  });
});

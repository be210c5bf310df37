import { describe, expect, it } from 'vitest';
import { type SceneReading, sceneClasses } from '../kernels/scene/scene-reading.ts';
import type { SceneSetting } from './scene-render-base.ts';
import { dressPart, maskOfComponent } from './scene-render-part.ts';

const size = { width: 96, height: 64 };
const count = size.width * size.height;
const isWall = (i: number) => i % size.width < 60 && i >= 20 * size.width;

/** A reading that is sure of a wall in the lower left, and of sky elsewhere. */
function readingOf(readBy: SceneReading['readBy']): SceneReading {
  const shares = Object.fromEntries(sceneClasses.map((name) => [name, new Uint8Array(count)]));
  for (let i = 0; i < count; i++) shares[isWall(i) ? 'wall' : 'sky']![i] = 255;
  return { ...size, shares: shares as SceneReading['shares'], place: 'outdoor', confidence: 0.9, readBy };
}

/** A pale grey photograph with a component asked for. */
function settingOf(params: Partial<SceneSetting['params']>, part: Uint8Array | undefined) {
  const rgb = Uint8Array.from({ length: count * 3 }, (_, i) => 150 + ((i * 7) % 11));
  const setting = { params, part, kind: 'shaded', notices: new Set(), laidWords: [], scene: { ...size, rgb } };
  return setting as unknown as SceneSetting & { notices: Set<string> };
}

describe('a part of a photograph', () => {
  it('lies where the network saw its class, and nowhere where no network read the picture', () => {
    const wall = maskOfComponent('shopFront', readingOf('network'))!;
    expect([wall[40 * size.width + 10], wall[10]]).toEqual([255, 0]);
    expect(maskOfComponent('roof', readingOf('network'))!.some((level) => level > 0)).toBe(false);
    expect(maskOfComponent('shopFront', readingOf('classical'))).toBeUndefined();
  });

  it('takes the material that words name, there only', () => {
    const setting = settingOf(
      { component: 'shopFront', promptTxt: '红砖墙' },
      maskOfComponent('shopFront', readingOf('network')),
    );
    const rgb = dressPart(setting, 0, 3)!;
    const at = (x: number, y: number) => [...rgb.subarray((y * size.width + x) * 3, (y * size.width + x) * 3 + 3)];
    expect(at(25, 45)[0]!).toBeGreaterThan(at(25, 45)[2]! + 15);
    expect(at(80, 45)).toEqual([...setting.scene.rgb.subarray((45 * 96 + 80) * 3, (45 * 96 + 80) * 3 + 3)]);
    expect([...setting.notices].join()).toContain('砖');
  });

  it.each([
    ['roof', '青瓦', /没有认出屋面/],
    ['window', '铝板', /窗框太细/],
  ] as const)('says when the %s cannot be told', (component, promptTxt, said) => {
    const setting = settingOf({ component, promptTxt }, maskOfComponent(component, readingOf('network')));
    expect(dressPart(setting, 0, 3)).toBeUndefined();
    expect([...setting.notices].join()).toMatch(said);
  });

  it('stays as it is without words for a material', () => {
    const part = maskOfComponent('shopFront', readingOf('network'));
    expect(dressPart(settingOf({ component: 'shopFront', promptTxt: '' }, part), 0, 3)).toBeUndefined();
  });
});

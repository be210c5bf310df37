import { describe, expect, it } from 'vitest';
import { exposeBand } from '../../engine/kernels/trace/film.ts';
import { Tracer } from '../../engine/kernels/trace/tracer.ts';
import { buildScene, SAMPLES } from './catalogue.ts';
import { cutOut } from './cut-out.ts';

describe('sample scenes', () => {
  it('has one name, one title and one size for every sample', () => {
    expect(new Set(SAMPLES.map((sample) => sample.name)).size).toBe(SAMPLES.length);
    expect(new Set(SAMPLES.map((sample) => sample.title)).size).toBe(SAMPLES.length);
  });

  it('gives the same picture each time it is traced', () => {
    const quality = { width: 24, height: 24, samples: 2, gatherEvery: 2 };
    const [first, second] = [1, 2].map(() => {
      const scene = buildScene('chair-cutout');
      return exposeBand(scene, new Tracer(scene), quality, 0, 24);
    });
    expect(first?.direct).toEqual(second?.direct);
    expect(first?.indirect).toEqual(second?.indirect);
    expect(first?.albedo.some((value) => value > 0)).toBe(true);
  }, 30_000);
});

describe('cutting an object from its ground', () => {
  it('takes the colour of the ground out of half-covered edges', () => {
    const ground = [200, 200, 200];
    const edge = [150, 110, 100];
    const rgba = cutOut(
      Buffer.from([...ground, ...edge, 40, 20, 10]),
      new Float32Array([0, 0, 0, 0.5, 0.5, 0.5, 1, 1, 1]),
    );
    expect([...rgba.subarray(0, 4)]).toEqual([0, 0, 0, 0]);
    expect([...rgba.subarray(4, 8)]).toEqual([100, 20, 0, 128]);
    expect([...rgba.subarray(8, 12)]).toEqual([40, 20, 10, 255]);
  });
});

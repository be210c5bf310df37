import { describe, expect, it } from 'vitest';
import { resamplePlane } from '../../base/resample.ts';
import { enlargePlane } from './enlarge.ts';
import { projectBack } from './project-back.ts';
import { addSelfExamples } from './self-examples.ts';

const large = { width: 192, height: 128 };
const small = { width: 96, height: 64 };

/** Slanting bars with hard edges, as louvres seen at an angle. */
function louvres(): Float32Array {
  return Float32Array.from({ length: large.width * large.height }, (_, i) => {
    const [x, y] = [i % large.width, Math.floor(i / large.width)];
    const place = (0.3 * x + 0.95 * y) % 26;
    const inside = Math.min(place - 4, 16 - place);
    return 0.75 - 0.5 * Math.max(0, Math.min(1, inside + 0.5));
  });
}

const errorOf = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, value, i) => sum + (value - other[i]!) ** 2, 0) / one.length;

describe('detail from the picture itself', () => {
  it('brings a picture nearer to what it was before it was reduced, and reduces to the same again', () => {
    const truth = louvres();
    const source = resamplePlane(truth, large, small, 'lanczos3');
    const plain = enlargePlane(source, small, 2, 3);
    const detailed = Float32Array.from(plain);
    addSelfExamples(detailed, source, { small, large }, { amount: 0.8, firstRow: 0 });
    projectBack(detailed, source, { small, large }, 2);
    expect(errorOf(detailed, truth)).toBeLessThan(errorOf(plain, truth) * 0.95);
    const again = resamplePlane(detailed, large, small, 'lanczos3');
    expect(10 * Math.log10(1 / errorOf(again, source))).toBeGreaterThan(45);
  });

  it('adds nothing to even ground and slopes', () => {
    const sky = Float32Array.from({ length: small.width * small.height }, (_, i) => 0.5 + (i % small.width) / 2000);
    const plain = enlargePlane(sky, small, 2, 0);
    const detailed = Float32Array.from(plain);
    addSelfExamples(detailed, sky, { small, large }, { amount: 1.2, firstRow: 0 });
    expect(errorOf(detailed, plain)).toBeLessThan(1e-8);
  });

  it('does the same to a row whatever strip it is worked on in', () => {
    const source = resamplePlane(louvres(), large, small, 'lanczos3');
    const whole = enlargePlane(source, small, 2, 0);
    const cut = { width: small.width, height: small.height - 10 };
    const part = whole.slice(20 * large.width);
    addSelfExamples(whole, source, { small, large }, { amount: 0.8, firstRow: 0 });
    const partLarge = { width: large.width, height: large.height - 20 };
    const lower = { small: cut, large: partLarge };
    addSelfExamples(part, source.slice(10 * small.width), lower, { amount: 0.8, firstRow: 20 });
    const middle = (plane: Float32Array, row: number) => plane.slice(row * large.width, (row + 20) * large.width);
    expect(errorOf(middle(part, 60), middle(whole, 80))).toBeLessThan(1e-8);
  });
});

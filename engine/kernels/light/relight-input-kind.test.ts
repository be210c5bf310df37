import { describe, expect, it } from 'vitest';
import { isGreyPhoto } from './relight-input-kind.ts';

/** A grey picture of which a share is as green as a hedge. */
function greyWith(greenShare: number) {
  const count = 2000;
  const isGreen = (i: number) => i < greenShare * count;
  return {
    lightness: new Float32Array(count).fill(0.6),
    a: Float32Array.from({ length: count }, (_, i) => (isGreen(i) ? -0.12 : 0.012)),
    b: Float32Array.from({ length: count }, (_, i) => (isGreen(i) ? 0.12 : -0.01)),
  };
}

describe('a picture without much colour', () => {
  it('is a photograph on a grey day when it has colours somewhere, else a model', () => {
    expect([isGreyPhoto(greyWith(0.06)), isGreyPhoto(greyWith(0.01)), isGreyPhoto(greyWith(0))]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

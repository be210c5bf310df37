import { describe, expect, it } from 'vitest';
import { buildConcept } from '../concept/concept-scene.ts';
import { readBrief } from '../concept/reading/read-brief.ts';
import { exposeConcept } from '../concept/view/expose-concept.ts';
import { Tracer } from '../trace/tracer.ts';
import { restingPose } from './camera-pose.ts';
import { cameraAt } from './depth-camera.ts';
import { type KeyView, makeDepthViewer, sharpenDepth } from './depth-view.ts';
import { frameFromRgb, makeFrame } from './i420.ts';

const size = { width: 160, height: 90 };
const { brief } = readBrief({ promptTxt: '两层极简别墅，没有树，无灌木' }, 2);
const { scene, distance } = buildConcept(brief, { aspect: 16 / 9, seed: 2, output: 0 });
const tracer = new Tracer(scene);

function still(x: number): KeyView {
  const camera = cameraAt(scene.camera, { ...restingPose, x }, { reach: distance, aspect: 16 / 9 });
  const { rgb, depth } = exposeConcept(
    { ...scene, camera },
    tracer,
    { ...size, first: 2, more: 3 },
    { onProgress: () => undefined },
  );
  sharpenDepth(depth, size);
  return { frame: frameFromRgb(rgb, size), camera, depth, depthSize: size };
}

/** Mean difference of two luma planes. */
function difference(one: Uint8Array, other: Uint8Array): number {
  return one.reduce((sum, value, i) => sum + Math.abs(value - other[i]!), 0) / one.length;
}

describe('views between two stills', () => {
  const from = still(-0.04);
  const to = still(0.04);

  it('come close to what the camera would have seen', () => {
    const truth = still(0);
    const out = makeFrame(size.width, size.height);
    makeDepthViewer(size).draw(from, to, 0.5, truth.camera, out);
    const luma = truth.frame.planes[0]!.samples;
    const drawn = difference(out.planes[0]!.samples, luma);
    expect(drawn).toBeLessThan(difference(from.frame.planes[0]!.samples, luma) / 2);
    expect(drawn).toBeLessThan(5);
  });

  it('are the still itself where the camera is the still’s', () => {
    const out = makeFrame(size.width, size.height);
    makeDepthViewer(size).draw(from, to, 0, from.camera, out);
    expect(difference(out.planes[0]!.samples, from.frame.planes[0]!.samples)).toBeLessThan(0.5);
  });

  it('leave a camera at rest where it is, and never under the ground', () => {
    const options = { reach: distance, aspect: 16 / 9 };
    const rest = cameraAt(scene.camera, restingPose, options);
    expect(rest.yaw).toBe(scene.camera.yaw);
    rest.at.forEach((value, axis) => {
      expect(value).toBeCloseTo(scene.camera.at[axis]!, 9);
    });
    expect(cameraAt(scene.camera, { ...restingPose, y: 5 }, options).at[1]).toBe(0.5);
  });
});

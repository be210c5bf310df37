import { expect, it } from 'vitest';
import { Tracer } from '../trace/tracer.ts';
import { planCamera } from '../video/camera-path.ts';
import { cameraAt } from '../video/depth-camera.ts';
import { reachInRoom } from './free-way.ts';
import { buildInterior } from './interior-scene.ts';
import { readInterior } from './read-interior.ts';

const aspect = 16 / 9;
const moves = ['pushIn', 'trackLeft', 'trackRight', 'rise', 'orbitLeft', 'orbitRight'] as const;

it.each(['客厅', '卫生间', '酒店大堂'])('the widest moves of a camera stay inside the %s', (promptTxt) => {
  const { brief } = readInterior({ promptTxt })!;
  const { scene, plan } = buildInterior(brief, { aspect, seed: 3, output: 0 });
  const tracer = new Tracer(scene);
  const { left, right, back, height } = plan.box;
  for (const move of moves) {
    const path = planCamera({ moves: [move], strength: 'strong', seconds: 10, focus: { x: 0.5, y: 0.5 } });
    const reach = reachInRoom(plan, tracer, path, aspect);
    const [x, y, z] = cameraAt(scene.camera, path.poseAt(1), { reach, aspect }).at;
    expect(x).toBeGreaterThan(left + 0.3);
    expect(x).toBeLessThan(right - 0.3);
    expect(y).toBeLessThan(height - 0.3);
    expect(z).toBeLessThan(back - 0.3);
    // And it is a move: nobody would call a few centimetres one.
    const [fromX, fromY, fromZ] = scene.camera.at;
    expect(Math.hypot(x - fromX, y - fromY, z - fromZ)).toBeGreaterThan(0.08);
  }
});

it('a camera stops before what stands in its way', () => {
  const { brief } = readInterior({ promptTxt: '客厅' })!;
  const { scene, plan } = buildInterior(brief, { aspect, seed: 3, output: 0 });
  const path = planCamera({ moves: ['pushIn'], strength: 'strong', seconds: 10, focus: { x: 0.5, y: 0.5 } });
  const free = reachInRoom(plan, new Tracer(scene), path, aspect);
  const [x, y, z] = scene.camera.at;
  scene.mesh.box(0, x - 1, y - 1, z + 0.8, x + 1, y + 1, z + 0.9);
  expect(reachInRoom(plan, new Tracer(scene), path, aspect)).toBeLessThan(free);
});

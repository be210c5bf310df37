/** Runs in a page: silhouettes of a viewer file as the viewer's loader and camera see it. */
import {
  Color,
  DoubleSide,
  Mesh,
  MeshBasicMaterial,
  NoToneMapping,
  PerspectiveCamera,
  PlaneGeometry,
  Scene,
  Sphere,
  WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import type { BuildingCamera } from '#shared/domain/building-view';
import { aimCamera, depthsFrom, groundReach } from '../../user-app/features/building/viewer/aim-camera.ts';
import { loadBuilding, plainGround } from '../../user-app/features/building/viewer/load-building.ts';

/** 1 for each pixel that shows the model, row by row from the top. */
async function silhouettesOf(
  file: string,
  cameras: readonly BuildingCamera[],
  { width, height }: { width: number; height: number },
): Promise<number[][]> {
  const building = await loadBuilding(await (await fetch(file)).arrayBuffer());
  const { group, meshes } = building;
  const renderer = new WebGLRenderer({ canvas: document.createElement('canvas') });
  renderer.toneMapping = NoToneMapping;
  const white = new MeshBasicMaterial({ color: 0xffffff, side: DoubleSide });
  for (const mesh of meshes) mesh.material = white as never;
  const sphere = building.box.getBoundingSphere(new Sphere());
  const reach = 2 * groundReach * sphere.radius;
  // In pieces: the depths of a few huge triangles are not exact enough.
  const ground = new Mesh(new PlaneGeometry(reach, reach, 96, 96), new MeshBasicMaterial({ color: 0 }));
  ground.rotation.x = -Math.PI / 2;
  ground.position.y = plainGround(building);
  const scene = new Scene().add(group, ground);
  scene.background = new Color(0);
  const target = new WebGLRenderTarget(width, height);
  const camera = new PerspectiveCamera();
  return cameras.map((view) => {
    aimCamera(camera, view, { aspect: width / height, ...depthsFrom(view, sphere) });
    renderer.setRenderTarget(target);
    renderer.render(scene, camera);
    const pixels = new Uint8Array(width * height * 4);
    renderer.readRenderTargetPixels(target, 0, 0, width, height, pixels);
    return Array.from({ length: width * height }, (_, i) => {
      const row = height - 1 - Math.floor(i / width);
      return pixels[(row * width + (i % width)) * 4]! > 127 ? 1 : 0;
    });
  });
}

Object.assign(window, { silhouettesOf });

import { MeshoptDecoder } from 'meshoptimizer/decoder';
import { Box3, type BufferGeometry, Group, Mesh, type MeshStandardMaterial } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import type { ViewerBuilding } from '#shared/domain/viewer-building';

export type ViewerMesh = Mesh<BufferGeometry, MeshStandardMaterial>;

export interface LoadedBuilding extends ViewerBuilding {
  group: Group;
  meshes: readonly ViewerMesh[];
  /** Numbers of the parts that the corners of each mesh belong to. */
  partsOf: ReadonlyMap<ViewerMesh, Uint32Array>;
  /** Of all triangles, metres. */
  box: Box3;
}

/** Reads a viewer file. Rejects where it is none, or its pictures cannot be read. */
export async function loadBuilding(bytes: ArrayBuffer): Promise<LoadedBuilding> {
  const loader = new GLTFLoader().setMeshoptDecoder(MeshoptDecoder);
  const { scene } = await loader.parseAsync(bytes, '');
  const contents = scene.userData.building as ViewerBuilding;
  const meshes: ViewerMesh[] = [];
  scene.traverse((part) => {
    if (part instanceof Mesh) meshes.push(part as ViewerMesh);
  });
  const group = new Group().add(...meshes);
  const partsOf = new Map(meshes.map((mesh) => [mesh, takeParts(mesh)]));
  return { ...contents, group, meshes, partsOf, box: new Box3().setFromObject(group) };
}

/** Height of the plain ground about the building: under a model's own, where it brings one, as the server draws it. */
export const plainGround = ({ ground, hasOwnGround }: ViewerBuilding): number => ground - (hasOwnGround ? 0.12 : 0.012);

/** Takes the numbers of the parts that the corners belong to out of a mesh: the card does not need them. */
function takeParts({ geometry }: ViewerMesh): Uint32Array {
  const numbers = geometry.getAttribute('_object');
  geometry.deleteAttribute('_object');
  return Uint32Array.from({ length: numbers.count }, (_, corner) => numbers.getX(corner));
}

/** A building model as the tracer takes it: its triangles, its materials, the ground; the same for every view. */
import { type Accelerator, buildWorld } from '../trace/bvh.ts';
import { even, type Material } from '../trace/materials.ts';
import { Mesh } from '../trace/mesh.ts';
import type { Placement, TriangleMesh } from '../trace/tree.ts';
import { belowOwnGround, findGround, findPanes, type Ground, type Pane, pitchedParts } from './building-geometry.ts';
import type { BuildingModel } from './building-mesh.ts';
import { decodePictures, type ModelPictures, picturePaint, reliefPaint } from './model-pictures.ts';
import { findSides, surfaceSides } from './surface-sides.ts';
import { materialOf, partWord, type Surface, surfaceOf } from './surfaces.ts';

export interface PreparedBuilding {
  model: BuildingModel;
  /** Triangles in the tracer's frame, in the order of the model; material numbers point into `materials`. */
  mesh: TriangleMesh;
  materials: readonly Material[];
  /** Of each material. */
  surfaces: readonly Surface[];
  ground: Ground;
  panes: readonly Pane[];
  /** A plain ground about the building, for pictures without a site. */
  floor: Placement<Mesh>;
  /** Trees over the model and that ground. */
  world(): Accelerator;
}

/** Sets the model's materials in the palette of the tracer and turns its triangles into the tracer's frame. */
export async function prepareBuilding(model: BuildingModel): Promise<PreparedBuilding> {
  const positions = mirrored(model.positions);
  const pictures = await decodePictures(model, positions);
  const first = surfacesOf(model, pictures);
  const ground = findGround(model, (triangle) => first.surfaces[first.numbers[triangle]!]!.finish);
  const numbers = new Uint16Array(first.numbers);
  const mesh: TriangleMesh = {
    triangleCount: model.triangleCount,
    positions,
    normals: mirrored(model.normals),
    materials: numbers,
  };
  // The plain ground has the number 0: it stays the same while the materials are told apart.
  const floor = floorOf(ground, 0);
  const world = buildWorld(mesh, [floor], clearNumbers(first.materials));
  const { materials, surfaces } = toldBySides(model, pictures, { mesh, world, numbers });
  return {
    model,
    mesh,
    materials,
    surfaces,
    ground,
    panes: findPanes(model, (triangle) => surfaces[numbers[triangle]!]!.finish === 'glass'),
    floor,
    world: () => world,
  };
}

/** Materials by the side of a wall or slab that is seen; numbers of the mesh and of its trees are set anew. */
function toldBySides(
  model: BuildingModel,
  pictures: ModelPictures,
  { mesh, world, numbers }: { mesh: TriangleMesh; world: Accelerator; numbers: Uint16Array },
): { materials: Material[]; surfaces: Surface[] } {
  const sides = findSides(model, mesh, world);
  const told = surfacesOf(model, pictures, sides);
  numbers.set(told.numbers);
  for (let i = 0; i < numbers.length; i++) world.material[i] = numbers[world.source[i]!]!;
  return told;
}

const quietTone = [0.34, 0.335, 0.32] as const;

function clearNumbers(materials: readonly Material[]): Set<number> {
  const clear = new Set<number>();
  materials.forEach(({ surface }, i) => {
    if (surface === 'glass' || surface === 'water' || surface === 'light') clear.add(i);
  });
  return clear;
}

/** Model and tracer differ in the sense of z: the model's frame is right-handed, the tracer's left-handed. */
function mirrored(values: Float32Array): Float32Array {
  const out = values.slice();
  for (let i = 2; i < out.length; i += 3) out[i] = -out[i]!;
  return out;
}

/** Far enough for a horizon without the roughness of huge triangles. */
const groundReach = 4000;

function floorOf({ level, own }: Ground, material: number): Placement<Mesh> {
  const mesh = new Mesh();
  mesh.floor(material, -groundReach, -groundReach, groundReach, groundReach, level - (own ? belowOwnGround : 0.012));
  return { mesh, x: 0, y: 0, z: 0, turn: 0, scale: 1 };
}

/** One material for each pairing of a model's material with a kind of part and a side; number 0 is the plain ground. */
function surfacesOf(
  model: BuildingModel,
  pictures: ModelPictures,
  sides?: Uint8Array,
): { numbers: Uint16Array; materials: Material[]; surfaces: Surface[] } {
  const pitched = pitchedParts(model);
  const words = model.objects.map(({ name }) => partWord(name));
  const known = new Map<string, number>();
  const materials: Material[] = [{ surface: 'matte', paint: even(quietTone) }];
  const surfaces: Surface[] = [{ finish: 'paint', colour: quietTone }];
  const numbers = new Uint16Array(model.triangleCount);
  for (let i = 0; i < model.triangleCount; i++) {
    const part = model.objectOf[i]!;
    const { kind } = model.objects[part]!;
    const side = sides?.[i] ?? 0;
    const key = `${model.materialOf[i]}|${kind}|${pitched[part]}|${side}|${words[part]}`;
    let number = known.get(key);
    if (number === undefined) {
      const material = model.materials[model.materialOf[i]!]!;
      const isPitched = pitched[part] === 1;
      const surface = surfaceOf({ material, kind, part: words[part]!, isPitched, side: surfaceSides[side]! });
      number = materials.length;
      const [picture, relief] = [picturePaint(pictures, material), reliefPaint(pictures, material)];
      materials.push(materialOf(surface, material, { picture, relief }));
      surfaces.push(surface);
      known.set(key, number);
    }
    numbers[i] = number;
  }
  return { numbers, materials, surfaces };
}

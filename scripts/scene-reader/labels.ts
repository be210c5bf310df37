/** Classes for a finished scene: what every body of it is, and what a ray from the camera meets. */
import type { Vec3 } from '../../engine/base/vector.ts';
import type { ConceptScene } from '../../engine/kernels/concept/concept-scene.ts';
import { type SceneClass, sceneClasses } from '../../engine/kernels/scene/scene-reading.ts';
import type { Material } from '../../engine/kernels/trace/materials.ts';
import type { Mesh } from '../../engine/kernels/trace/mesh.ts';
import { painterOf } from '../../engine/kernels/trace/paint.ts';
import type { Camera, Mark, Scene, SceneGround } from '../../engine/kernels/trace/scene.ts';
import { Tracer } from '../../engine/kernels/trace/tracer.ts';
import type { MarkedRoom } from '../gallery/room-scene.ts';

/** A class, or what only the picture's neighbours or the ray's way decide. */
type Body = SceneClass | 'frame' | 'painted' | 'railing';

/** A triangle as the rules ask for it: its material's number, how far its face turns up, its highest point in metres. */
interface Face {
  stage: SceneGround;
  material: number;
  up: number;
  top: number;
  isPlaced: boolean;
}

type Rule = (face: Face) => Body;

export interface LabelledScene {
  scene: Scene;
  bodies: ReadonlyMap<Material, Body>;
  /** Class of a ray that meets nothing. */
  outside: SceneClass;
}

/** Splits the materials of a scene by class, so that what a ray meets has one. The scene's meshes are changed. */
function split(scene: Scene, marks: readonly Mark[], outside: SceneClass, rule: Rule): LabelledScene {
  const materials = [...scene.materials];
  const bodies = new Map<Material, Body>();
  const numbers = new Map<string, number>();
  const numberOf = (material: number, body: Body): number => {
    const key = `${material} ${body}`;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const copy = { ...materials[material]! };
    if (materials.push(copy) > 255) throw new Error('a labelled scene has too many materials');
    bodies.set(copy, body);
    numbers.set(key, materials.length - 1);
    return materials.length - 1;
  };
  const give = (mesh: Mesh, stage: SceneGround, from: number, to: number, isPlaced: boolean): void => {
    for (let t = from; t < to; t++) {
      const material = mesh.materials[t]!;
      const heights = [1, 4, 7].map((k) => mesh.positions[t * 9 + k]!);
      const face = { stage, material, up: mesh.normals[t * 9 + 1]!, top: Math.max(...heights), isPlaced };
      mesh.materials[t] = numberOf(material, rule(face));
    }
  };
  const done = new Set<Mesh>();
  marks.forEach(({ stage, triangle, placement }, i) => {
    const next = marks[i + 1];
    give(scene.mesh, stage, triangle, next?.triangle ?? scene.mesh.triangleCount, false);
    for (const { mesh } of scene.placements.slice(placement, next?.placement)) {
      if (!done.has(mesh)) give(mesh, stage, 0, mesh.triangleCount, true);
      done.add(mesh);
    }
  });
  return { scene: { ...scene, materials }, bodies, outside };
}

export function labelConcept({ scene, marks, skin, palette: m }: ConceptScene): LabelledScene {
  const { materials } = scene;
  const hard = new Set([m.paving, m.stone, m.asphalt, m.gravel, m.decking, m.earth]);
  const green = new Set([m.lawn, m.meadow]);
  const wet = new Set([m.water, m.pond, m.lake, m.poolTile]);
  const roofs = new Set([skin.roof, skin.roofFlat]);
  const inside = new Set([skin.glass, skin.spandrel, m.glass, m.officeGlass]);
  for (const room of [skin.room, skin.ceiling, skin.floor, skin.curtain]) inside.add(room);
  const isLeaf = (material: number): boolean => materials[material]!.surface === 'leaf';
  const natural = (material: number): SceneClass | undefined =>
    wet.has(material) ? 'water' : green.has(material) ? 'grass' : isLeaf(material) ? 'plant' : undefined;
  const building: Rule = ({ material, up, top, isPlaced }) => {
    if (inside.has(material)) return 'window';
    if (material === skin.frame) return 'frame';
    if (material === skin.railing) return 'railing';
    if (roofs.has(material)) return 'roof';
    const isLow = !isPlaced && ((top < 1.2 && Math.abs(up) > 0.7) || (top < 0.5 && hard.has(material)));
    return natural(material) ?? (isLow ? 'hard' : 'wall');
  };
  const rules: Partial<Record<SceneGround, Rule>> = {
    building,
    neighbours: ({ material }) =>
      materials[material]!.isPane ? 'painted' : roofs.has(material) || material === m.gravel ? 'roof' : 'wall',
    hills: ({ material }) => (isBareRock(materials[material]!) ? 'hard' : 'plant'),
    plants: () => 'plant',
    people: () => 'person',
    vehicles: () => 'vehicle',
    // Wires hide nothing: what is behind them is seen.
    lamps: ({ material }) => (material === m.black ? 'railing' : 'other'),
  };
  return split(scene, marks, 'sky', (face) => {
    const rule = rules[face.stage];
    return rule ? rule(face) : (natural(face.material) ?? 'hard');
  });
}

/** Sand and rock against wooded hills, by their colour. */
function isBareRock({ paint }: Material): boolean {
  const out = { r: 0, g: 0, b: 0 };
  painterOf(paint)({ x: 3, y: 5, z: 900, nx: 0, ny: 1, nz: 0, seed: 0 }, out);
  return out.r > 0.4 && out.r > out.b * 1.4;
}

/** Labels of a room: things behind its windows belong to the windows, rugs to the floor. */
export function labelRoom({ scene, marks, shell }: MarkedRoom): LabelledScene {
  const ofShell = new Map<number, SceneClass>([
    [shell.floor, 'floor'],
    [shell.wall, 'wall'],
    [shell.ceiling, 'ceiling'],
  ]);
  return split(scene, marks, 'window', ({ stage, material, top }) => {
    if (stage === 'garden') return 'window';
    // Skirtings have the ceiling's paint.
    if (stage === 'shell') return material === shell.ceiling && top < 1 ? 'wall' : (ofShell.get(material) ?? 'window');
    if (scene.materials[material]!.surface === 'leaf') return 'plant';
    return top < 0.05 ? 'floor' : 'furniture';
  });
}

/** Sees bodies where the tracer sees light. */
export class LabelTracer extends Tracer {
  private readonly labelled: LabelledScene;

  constructor(labelled: LabelledScene) {
    super(labelled.scene);
    this.labelled = labelled;
  }

  /** @returns metres to what the ray meets, 15 000 for the sky */
  look([x, y, z]: Vec3, [dx, dy, dz]: Vec3): { body: SceneClass | 'frame'; away: number } {
    if (!this.meet(x, y, z, dx, dy, dz)) return { body: this.labelled.outside, away: 15_000 };
    const away = this.world.hit.t;
    const { px, py, pz } = { px: this.point.x, py: this.point.y, pz: this.point.z };
    const body = this.labelled.bodies.get(this.surface.of) ?? 'other';
    if (body === 'painted') {
      const isRoof = Math.abs(this.point.ny) >= 0.5;
      return { body: isRoof ? 'roof' : this.surface.isPane?.(this.point) ? 'window' : 'wall', away };
    }
    if (body !== 'railing') return { body, away };
    // Through a railing one sees what stands behind it.
    const behind = this.look([px + dx * 0.01, py + dy * 0.01, pz + dz * 0.01], [dx, dy, dz]);
    return { body: behind.body, away };
  }
}

/** Classes and metres of every point. `frame` is settled by its neighbours: bars belong to the pane beside them. */
export function readScene(tracer: LabelTracer, camera: Camera, width: number, height: number) {
  const rayAt = raysOf(camera, width / height);
  const classes = new Uint8Array(width * height);
  const metres = new Float32Array(width * height);
  const frame = 255;
  const numberOf = new Map<string, number>(sceneClasses.map((name, number) => [name, number]));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const { body, away } = tracer.look(camera.at, rayAt((x + 0.5) / width, (y + 0.5) / height));
      classes[y * width + x] = numberOf.get(body) ?? frame;
      metres[y * width + x] = away;
    }
  }
  return { classes: settleFrames(classes, width, height, frame), metres };
}

function settleFrames(classes: Uint8Array, width: number, height: number, frame: number): Uint8Array {
  const [wall, window] = [sceneClasses.indexOf('wall'), sceneClasses.indexOf('window')];
  return classes.map((own, i) => {
    if (own !== frame) return own;
    const [x, y] = [i % width, Math.floor(i / width)];
    for (let b = Math.max(0, y - 2); b <= Math.min(height - 1, y + 2); b++)
      for (let a = Math.max(0, x - 2); a <= Math.min(width - 1, x + 2); a++)
        if (classes[b * width + a] === window) return window;
    return wall;
  });
}

/** Directions through points of the picture, 0–1 from the left and from the top. */
export function raysOf({ yaw, pitch = 0, view, shift }: Camera, aspect: number): (x: number, y: number) => Vec3 {
  const [turn, tilt] = [(yaw * Math.PI) / 180, (pitch * Math.PI) / 180];
  const half = Math.tan((view * Math.PI) / 360);
  const ahead: Vec3 = [Math.sin(turn) * Math.cos(tilt), -Math.sin(tilt), Math.cos(turn) * Math.cos(tilt)];
  const right: Vec3 = [Math.cos(turn), 0, -Math.sin(turn)];
  const up: Vec3 = [Math.sin(turn) * Math.sin(tilt), Math.cos(tilt), Math.cos(turn) * Math.sin(tilt)];
  return (x, y) => {
    const a = (x * 2 - 1) * half;
    const b = ((1 - y * 2 + shift * 2) * half) / aspect;
    const d = [0, 1, 2].map((k) => ahead[k]! + right[k]! * a + up[k]! * b);
    const length = Math.hypot(d[0]!, d[1]!, d[2]!);
    return [d[0]! / length, d[1]! / length, d[2]! / length];
  };
}

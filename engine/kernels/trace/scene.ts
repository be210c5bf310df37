/** A scene: bodies, materials, light and the camera. */
import type { Vec3 } from '../../base/vector.ts';
import type { Material } from './materials.ts';
import { Mesh } from './mesh.ts';
import type { Placement, TriangleMesh } from './tree.ts';

/** Level camera with a shift lens, so that verticals stay vertical. */
export interface Camera {
  at: Vec3;
  /** Degrees, 0 looks along +z, positive turns to +x. */
  yaw: number;
  /** Degrees downwards; 0 for two-point perspective. */
  pitch?: number;
  /** Horizontal angle of view in degrees. */
  view: number;
  /** Share of the picture height by which the picture plane is moved up. */
  shift: number;
}

export interface Sky {
  zenith: Vec3;
  horizon: Vec3;
  /** Colour of what lies below the horizon. */
  ground: Vec3;
  /** Light around the sun: colour times strength. */
  glow: Vec3;
  /** 0 clear … 1 covered. */
  clouds: number;
  cloudLight: Vec3;
  cloudShade: Vec3;
  /** Moves the clouds on, any number; 0 when absent. */
  drift?: number;
}

export interface Sun {
  /** Towards the sun; need not be of unit length. */
  direction: Vec3;
  /** Light on a surface that faces the sun; 0 for none. */
  light: Vec3;
  /** Half angle as a tangent: softness of the shadows. */
  size: number;
}

/** One-sided rectangle that gives light: corner, two edges; it shines along `facing`. */
export interface AreaLight {
  corner: Vec3;
  edgeA: Vec3;
  edgeB: Vec3;
  facing: Vec3;
  light: Vec3;
}

/** @typeParam M kind of the meshes: tracing asks for no more than triangles */
export interface Scene<M extends TriangleMesh = Mesh> {
  mesh: M;
  placements: Placement<M>[];
  materials: Material[];
  camera: Camera;
  sky: Sky;
  sun: Sun;
  lights: AreaLight[];
  /** Openings of a room through which sky light is sought; without any, sky light is found by chance. */
  portals: AreaLight[];
  /** Light that stands for all further bounces. */
  ambient: Vec3;
  /** Diffuse bounces followed. */
  bounces: number;
  /** Share of colour lost to haze per metre. */
  haze: number;
  hazeColour: Vec3;
  exposure: number;
  /** Strength of the glow round bright parts, 0…1. */
  bloom: number;
  /** Gain per channel. */
  whiteBalance: Vec3;
}

/** Stages in which a scene is built, in order. */
export type SceneGround =
  | 'building'
  | 'ground'
  | 'hills'
  | 'paths'
  | 'neighbours'
  | 'plants'
  | 'people'
  | 'vehicles'
  | 'lamps'
  | 'furniture'
  | 'shell'
  | 'garden';

/** Start of a stage: indexes of its first triangle in the scene's own mesh and of its first placement. */
export interface Mark {
  stage: SceneGround;
  triangle: number;
  placement: number;
}

/** A scene as it is traced. */
export type TracedScene = Scene<TriangleMesh>;

/** Registers materials by name and bodies by placement. */
export class SceneBuilder {
  readonly mesh = new Mesh();
  readonly placements: Placement<Mesh>[] = [];
  readonly materials: Material[] = [];
  readonly lights: AreaLight[] = [];
  readonly portals: AreaLight[] = [];
  readonly marks: Mark[] = [];

  /** Names what is built from here on, for those who must tell the bodies of a finished scene apart. */
  mark(stage: SceneGround): void {
    this.marks.push({ stage, triangle: this.mesh.triangleCount, placement: this.placements.length });
  }

  material(material: Material): number {
    this.materials.push(material);
    if (this.materials.length > 65_535) throw new Error('a scene holds at most 65,535 materials');
    return this.materials.length - 1;
  }

  place(mesh: Mesh, x: number, y: number, z: number, turn = 0, scale = 1): void {
    this.placements.push({ mesh, x, y, z, turn, scale });
  }

  /** Level light that shines downwards, with its glowing face in `material`. */
  ceilingLight(material: number, x: number, y: number, z: number, width: number, depth: number, light: Vec3): void {
    this.mesh.floor(material, x - width / 2, z - depth / 2, x + width / 2, z + depth / 2, y);
    this.lights.push({
      corner: [x - width / 2, y - 0.01, z - depth / 2],
      edgeA: [width, 0, 0],
      edgeB: [0, 0, depth],
      facing: [0, -1, 0],
      light,
    });
  }
}

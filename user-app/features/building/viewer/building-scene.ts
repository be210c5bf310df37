import {
  ACESFilmicToneMapping,
  BufferAttribute,
  DirectionalLight,
  DoubleSide,
  HemisphereLight,
  type Intersection,
  Mesh,
  MeshStandardMaterial,
  PCFShadowMap,
  PerspectiveCamera,
  Plane,
  Raycaster,
  RingGeometry,
  Scene,
  Sphere,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import type { BuildingCamera, BuildingView } from '#shared/domain/building-view';
import { sunPosition } from '#shared/domain/sun-position';
import { webglBy } from '../webgl-by';
import { aimCamera, depthsFrom, groundReach } from './aim-camera';
import { daylightAt } from './daylight-colours';
import { FramePace } from './frame-pace';
import { type LoadedBuilding, plainGround, type ViewerMesh } from './load-building';
import type { WorldPoint } from './orbit';
import { indicesOf } from './shown-parts';

/** Sides of a box in which the model is shown, metres. */
export interface Section {
  min: readonly [number, number, number];
  max: readonly [number, number, number];
}

/** A part that was pressed on. */
export interface Hit {
  part: number;
  point: WorldPoint;
}

const eyeHeight = 1.65;
const smoothRatio = 1.5;

/** Draws a loaded building on a canvas, whenever something has changed. */
export class BuildingScene {
  readonly building: LoadedBuilding;
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #camera = new PerspectiveCamera();
  readonly #sky = new HemisphereLight();
  readonly #sun = new DirectionalLight();
  readonly #ground: Mesh<RingGeometry, MeshStandardMaterial>;
  readonly #sphere: Sphere;
  readonly #raycaster = new Raycaster();
  readonly #clay: MeshStandardMaterial;
  readonly #own = new Map<ViewerMesh, { material: MeshStandardMaterial; indices: ArrayLike<number> }>();
  readonly #pace: FramePace;
  /** The processor draws. */
  readonly #isSlow: boolean;
  #planes: Plane[] = [];
  #size = { width: 1, height: 1 };
  #aspect = 1.5;

  constructor(canvas: HTMLCanvasElement, building: LoadedBuilding) {
    this.building = building;
    this.#isSlow = webglBy() === 'processor';
    const antialias = !this.#isSlow;
    const renderer = new WebGLRenderer({ canvas, alpha: true, antialias, powerPreference: 'high-performance' });
    renderer.toneMapping = ACESFilmicToneMapping;
    renderer.localClippingEnabled = true;
    renderer.shadowMap.enabled = true;
    renderer.shadowMap.type = PCFShadowMap;
    renderer.shadowMap.autoUpdate = false;
    this.#renderer = renderer;
    this.#sphere = building.box.getBoundingSphere(new Sphere());
    this.#clay = new MeshStandardMaterial({ color: 0xf4f2ec, roughness: 0.95, side: DoubleSide });
    this.#ground = groundOf(building, this.#sphere.radius);
    this.#prepareMeshes();
    this.#prepareSun();
    this.#scene.add(building.group, this.#ground, this.#sky, this.#sun, this.#sun.target);
    this.#pace = new FramePace({
      draw: () => this.#draw(),
      sharpen: (share) => this.#resize(share),
    });
  }

  #prepareMeshes(): void {
    for (const mesh of this.building.meshes) {
      const isClear = mesh.material.transparent;
      mesh.castShadow = !isClear;
      mesh.receiveShadow = !isClear;
      if (isClear) mesh.material.depthWrite = false;
      this.#own.set(mesh, { material: mesh.material, indices: mesh.geometry.getIndex()!.array });
    }
  }

  #prepareSun(): void {
    const { radius, center } = this.#sphere;
    const { shadow } = this.#sun;
    this.#sun.castShadow = true;
    const side = this.#isSlow ? 1024 : 2048;
    shadow.mapSize.set(side, side);
    Object.assign(shadow.camera, {
      left: -radius,
      right: radius,
      top: radius,
      bottom: -radius,
      near: 0,
      far: 4 * radius,
    });
    shadow.normalBias = (3 * radius) / side;
    shadow.bias = -0.0004;
    this.#sun.target.position.copy(center);
  }

  /** @param size pixels of the page */
  setSize(size: { width: number; height: number }): void {
    this.#size = size;
    this.#aspect = size.width / Math.max(1, size.height);
    this.#resize(1);
    this.#pace.ask();
  }

  #resize(share: number): void {
    // A processor smooths edges sooner by more pixels at rest than by samples in every frame.
    const ratio = Math.max(this.#isSlow ? smoothRatio : 1, Math.min(window.devicePixelRatio, 2));
    this.#renderer.setPixelRatio(ratio * share);
    this.#renderer.setSize(this.#size.width, this.#size.height, false);
  }

  setCamera(camera: BuildingCamera): void {
    aimCamera(this.#camera, camera, { aspect: this.#aspect, ...depthsFrom(camera, this.#sphere) });
    this.#pace.ask();
  }

  /** @param north degrees by which true north is turned clockwise from the top of the plan */
  setLight({ sun, look }: Pick<BuildingView, 'sun' | 'look'>, north: number): void {
    const { azimuth, altitude } = sunPosition(sun);
    const [turn, height] = [((azimuth + north) * Math.PI) / 180, (altitude * Math.PI) / 180];
    const { center, radius } = this.#sphere;
    this.#sun.position.set(
      center.x + 2 * radius * Math.sin(turn) * Math.cos(height),
      center.y + 2 * radius * Math.sin(height),
      center.z - 2 * radius * Math.cos(turn) * Math.cos(height),
    );
    const light = daylightAt(altitude);
    this.#sun.color.set(light.sun);
    this.#sun.intensity = light.sunStrength;
    this.#sky.color.set(light.sky);
    this.#sky.groundColor.set(light.ground);
    this.#sky.intensity = light.skyStrength;
    this.#renderer.toneMappingExposure = light.exposure;
    for (const [mesh, own] of this.#own)
      mesh.material = look === 'clay' && !own.material.transparent ? this.#clay : own.material;
    this.#askWithShadows();
  }

  /** @param isShown 1 for each part that is shown */
  setShown(isShown: Uint8Array): void {
    for (const [mesh, { indices }] of this.#own) {
      const kept = indicesOf(indices, this.building.partsOf.get(mesh) ?? [], isShown);
      mesh.geometry.setIndex(new BufferAttribute(kept, 1));
      mesh.visible = kept.length > 0;
    }
    this.#askWithShadows();
  }

  /** Cuts away what is outside of the box; undefined shows all. */
  setSection(section: Section | undefined): void {
    this.#planes = section ? planesOf(section) : [];
    const planes = this.#planes.length > 0 ? this.#planes : null;
    for (const material of [this.#clay, ...[...this.#own.values()].map((own) => own.material)]) {
      if ((material.clippingPlanes === null) !== (planes === null)) material.needsUpdate = true;
      material.clippingPlanes = planes;
      material.clipShadows = true;
    }
    this.#askWithShadows();
  }

  #askWithShadows(): void {
    this.#renderer.shadowMap.needsUpdate = true;
    this.#pace.ask();
  }

  /** Part at a point of the picture. @param right @param down shares of its width and height */
  hitAt(right: number, down: number): Hit | undefined {
    this.#raycaster.setFromCamera(new Vector2(right * 2 - 1, 1 - down * 2), this.#camera);
    const found = this.#cast(this.building.meshes)[0];
    if (!found?.face) return undefined;
    const part = this.building.partsOf.get(found.object as ViewerMesh)?.[found.face.a];
    return part === undefined ? undefined : { part, point: found.point };
  }

  /** Height of an eye that stands at a place, on the floor under it. */
  eyeHeightAt({ x, y, z }: WorldPoint): number {
    this.#raycaster.set(new Vector3(x, y + 0.2, z), new Vector3(0, -1, 0));
    const floors = this.#cast(this.building.meshes.filter(({ castShadow }) => castShadow));
    const floor = floors.find(({ face }) => Math.abs(face?.normal.y ?? 0) > 0.5)?.point.y ?? this.building.ground;
    return floor + eyeHeight;
  }

  #cast(meshes: readonly ViewerMesh[]): Intersection[] {
    const seen = meshes.filter(({ visible }) => visible);
    return this.#raycaster
      .intersectObjects(seen, false)
      .filter(({ point }) => this.#planes.every((plane) => plane.distanceToPoint(point) >= 0));
  }

  #draw(): void {
    this.#renderer.render(this.#scene, this.#camera);
  }

  dispose(): void {
    this.#pace.stop();
    for (const [mesh, { material }] of this.#own) {
      mesh.geometry.dispose();
      material.map?.dispose();
      material.dispose();
    }
    this.#ground.geometry.dispose();
    this.#ground.material.dispose();
    this.#clay.dispose();
    this.#sun.dispose();
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
  }
}

const towards = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)] as const;

function planesOf({ min, max }: Section): Plane[] {
  return towards.flatMap((axis, i) => [new Plane(axis.clone(), -min[i]!), new Plane(axis.clone().negate(), max[i]!)]);
}

/** The ground keeps its colour so far from the middle, as a share of its reach. */
const solidGround = 0.35;

/**
 * A disc that fades out towards its rim. Of many pieces: the depths of large triangles are not exact enough for ground
 * that lies a little under the model's own.
 */
function groundOf(building: LoadedBuilding, radius: number): Mesh<RingGeometry, MeshStandardMaterial> {
  const { box } = building;
  const reach = radius * groundReach;
  const geometry = new RingGeometry(0, reach, 64, 28);
  const places = geometry.getAttribute('position');
  const colours = new Float32Array(places.count * 4).fill(1);
  for (let i = 0; i < places.count; i++) {
    const share = Math.hypot(places.getX(i), places.getY(i)) / reach;
    colours[i * 4 + 3] = Math.max(0, Math.min(1, (1 - share) / (1 - solidGround)));
  }
  geometry.setAttribute('color', new BufferAttribute(colours, 4));
  const material = new MeshStandardMaterial({ color: 0xb9b8b3, roughness: 1, transparent: true, vertexColors: true });
  const mesh = new Mesh(geometry, material);
  mesh.rotation.x = -Math.PI / 2;
  mesh.position.set((box.min.x + box.max.x) / 2, plainGround(building), (box.min.z + box.max.z) / 2);
  mesh.receiveShadow = true;
  mesh.renderOrder = -1;
  return mesh;
}

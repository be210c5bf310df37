/** A building model, a view of it and wishes for its surroundings become a scene to be traced. */
import type { BuildingView } from '#shared/domain/building-view';
import type { Vec3 } from '../../base/vector.ts';
import { groundMaterials } from '../concept/concept-scene.ts';
import { weathered } from '../concept/facade/weathering.ts';
import type { Brief, Feature } from '../concept/words/brief.ts';
import { type Material, plain, whiteModel } from '../trace/materials.ts';
import { hash2 } from '../trace/noise.ts';
import { addPalette, libraryMaterial } from '../trace/palette.ts';
import { type AreaLight, type Camera, SceneBuilder, type TracedScene } from '../trace/scene.ts';
import { clayLight, lightOver, sunOver } from './building-light.ts';
import { ceilingOver, findPortals, isInside, windowLamps } from './building-room.ts';
import { addSite } from './building-site.ts';
import type { PreparedBuilding } from './prepared-building.ts';

/** A scene of a model, and what those who develop it have to know. */
export interface BuildingScene {
  scene: TracedScene;
  isInside: boolean;
  /** Material numbers from this one on belong to the surroundings. */
  firstForeign: number;
}

export interface SceneWishes {
  view: BuildingView;
  /** Degrees by which true north is turned clockwise from the top of the plan. */
  north: number;
  /** Weather, season, surroundings and what is wanted about the building; its hour is that of the view's sun. */
  brief: Brief;
  /** 0–999999; planting, people and clouds differ by it. */
  seed: number;
  /** Materials in the place of the model's own, by their numbers in {@link PreparedBuilding}. */
  repainted?: ReadonlyMap<number, Material>;
  /** Light of lamps against that of the day inside, as a factor; 1 is usual. */
  lamps?: number;
}

/** Camera of a view in the tracer's frame. */
export function cameraOf({ camera }: Pick<BuildingView, 'camera'>): Camera {
  const { x, y, z, yaw, pitch, lens, shift } = camera;
  return { at: [x, y, -z], yaw, pitch, view: (Math.atan(18 / lens) * 360) / Math.PI, shift };
}

/** From this pitch on a camera above the roofs counts as looking from above, degrees. */
const downwards = 8;

/** A scene with light, ground, planting and people; a white model stands on a plain ground. */
export function buildingScene(building: PreparedBuilding, wishes: SceneWishes): BuildingScene {
  const camera = cameraOf(wishes.view);
  const isIn = isInside(building.world(), camera.at);
  if (wishes.view.look === 'clay') return { ...plainScene(building, wishes), isInside: isIn };
  const { brief, seed } = wishes;
  const sun = sunOver(wishes.view, wishes.north);
  const light = lightOver(sun, brief.weather, distanceOf(building, camera.at));
  const builder = new SceneBuilder();
  for (const [i, material] of building.materials.entries())
    builder.material(wishes.repainted?.get(i) ?? (isIn ? seenFromInside(material) : material));
  const m = addPalette(builder, groundMaterials(brief.weather === 'rain'));
  const firstForeign = building.materials.length;
  const { ground } = building;
  const isFromAbove = !isIn && camera.at[1] > ground.level + 6 && (camera.pitch ?? 0) > downwards;
  const lit = brief.unwanted.has('lamps') ? 0 : brief.wanted.has('lamps') ? Math.max(light.lit, 0.6) : light.lit;
  const outside = isIn ? outsideCamera(building, camera) : camera;
  addSite(builder, m, ground, outside, { brief, lit, glow: light.glow, seed, isFromAbove });
  const portals = isIn ? findPortals(building, camera.at) : [];
  if (isIn) addRoomLamps(builder, building, camera, (wishes.lamps ?? 1) * lampShare(sun.altitude));
  else if (lit > 0.05)
    builder.lights.push(
      ...windowLamps(building, { lit, glow: light.glow * 2.2, most: 40, isOn: (i) => hash2(i, seed, 31) }),
    );
  const { atmosphere } = light;
  const ambient: Vec3 = isIn ? (atmosphere.ambient.map((c) => c * 0.7) as unknown as Vec3) : atmosphere.ambient;
  const scene: TracedScene = {
    mesh: building.mesh,
    placements: builder.placements,
    materials: weathered(builder.materials, isIn ? 0 : light.wetness, light.snow).map((material, i) =>
      isIn && i < firstForeign ? builder.materials[i]! : material,
    ),
    camera,
    lights: builder.lights,
    portals,
    bounces: isIn ? 3 : 1,
    ...atmosphere,
    ambient,
    sky: { ...atmosphere.sky, clouds: brief.unwanted.has('clouds') ? 0 : atmosphere.sky.clouds, drift: seed % 97 },
  };
  return { scene, isInside: isIn, firstForeign };
}

/** Model and a plain ground, in its materials or white: for drafts and for the choice of a view. */
export function plainScene(
  building: PreparedBuilding,
  { view, north }: Pick<SceneWishes, 'view' | 'north'>,
): BuildingScene {
  const camera = cameraOf(view);
  const sun = sunOver(view, north);
  const isIn = isInside(building.world(), camera.at);
  const isClay = view.look === 'clay';
  const light = lightOver(sun, 'clear', distanceOf(building, camera.at));
  const lamps: AreaLight[] = [];
  const atmosphere = isClay ? clayLight(sun, camera.yaw) : light.atmosphere;
  const own = isIn ? building.materials.map(seenFromInside) : building.materials;
  const scene: TracedScene = {
    mesh: building.mesh,
    placements: [building.floor],
    materials: isClay ? clay(own, isIn) : [...own],
    camera,
    lights: lamps,
    portals: isIn ? findPortals(building, camera.at) : [],
    bounces: isIn ? 2 : 1,
    ...atmosphere,
    ambient: isIn ? (atmosphere.ambient.map((c) => c * 0.5) as unknown as Vec3) : atmosphere.ambient,
  };
  return { scene, isInside: isIn, firstForeign: building.materials.length };
}

/** White; glass stays readable, inside it lets the light in. */
function clay(materials: readonly Material[], isIn: boolean): Material[] {
  const pane: Material = { surface: 'gloss', paint: plain([0.3, 0.33, 0.36], 0), reflectance: 0.06, roughness: 0.02 };
  return whiteModel(materials).map((white, i) => {
    if (materials[i]!.surface === 'glass') return isIn ? materials[i]! : pane;
    return materials[i]!.surface === 'leaf' ? { surface: 'leaf', paint: white.paint } : white;
  });
}

/**
 * Panes as an eye inside sees through them: the view outside is many times as bright as the room. Light that falls in is
 * not held back. Coloured panes stay as they are.
 */
function seenFromInside(material: Material): Material {
  if (material.surface !== 'glass' || material.paint !== libraryMaterial('glass').paint) return material;
  return { ...material, paint: plain([0.6, 0.63, 0.65], 0), reflectance: 0.05 };
}

function distanceOf({ ground: { extent } }: PreparedBuilding, [x, , z]: Vec3): number {
  return Math.hypot((extent.x0 + extent.x1) / 2 - x, (extent.z0 + extent.z1) / 2 - z);
}

/** Camera before the house for what stands outside the windows. */
function outsideCamera({ ground: { extent } }: PreparedBuilding, camera: Camera): Camera {
  const yaw = (camera.yaw * Math.PI) / 180;
  const reach = Math.hypot(extent.x1 - extent.x0, extent.z1 - extent.z0) + 25;
  return { ...camera, at: [camera.at[0] - Math.sin(yaw) * reach, camera.at[1], camera.at[2] - Math.cos(yaw) * reach] };
}

/** Lamps count for little by day. */
function lampShare(altitude: number): number {
  return altitude > 12 ? 0.25 : altitude > 0 ? 0.6 : 1;
}

/** Soft light from the ceiling about the camera and before it, as of lamps that a model seldom has. */
function addRoomLamps(builder: SceneBuilder, { world }: PreparedBuilding, { at, yaw }: Camera, strength: number): void {
  const trees = world();
  const angle = (yaw * Math.PI) / 180;
  const ahead: Vec3 = [Math.sin(angle), 0, Math.cos(angle)];
  for (const [forward, aside] of [
    [0.5, 0],
    [3, -1.2],
    [3, 1.2],
    [6, 0],
    [9.5, 0],
  ] as const) {
    const x = at[0] + ahead[0] * forward + ahead[2] * aside;
    const z = at[2] + ahead[2] * forward - ahead[0] * aside;
    const length = Math.hypot(forward, aside);
    const [dx, dz] = [(x - at[0]) / length, (z - at[2]) / length];
    if (trees.isBlocked(at[0], at[1], at[2], dx, 0, dz, length)) continue;
    const rise = ceilingOver(trees, [x, at[1], z]);
    if (rise === undefined) continue;
    const power = 3 * strength;
    builder.lights.push({
      corner: [x - 0.6, at[1] + rise - 0.03, z - 0.6],
      edgeA: [1.2, 0, 0],
      edgeB: [0, 0, 1.2],
      facing: [0, -1, 0],
      light: [power, power * 0.82, power * 0.6],
    });
  }
}

/** The surroundings of a model of which nothing is said: a house has a garden, a large building a park. */
export function usualBrief({ ground: { extent, level } }: PreparedBuilding): Brief {
  const area = (extent.x1 - extent.x0) * (extent.z1 - extent.z0);
  const isHouse = area < 420 && extent.top - level < 13;
  const nothing: ReadonlySet<Feature> = new Set();
  return {
    kind: isHouse ? 'villa' : 'office',
    style: 'modern',
    storeys: 2,
    areStoreysGiven: true,
    walls: [],
    hour: 'day',
    weather: 'clear',
    season: 'summer',
    view: 'eye',
    surroundings: isHouse ? 'countryside' : 'campus',
    wanted: nothing,
    unwanted: nothing,
  };
}

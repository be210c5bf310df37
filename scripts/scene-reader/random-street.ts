/** Random outdoor scenes and cameras that look at them as people with a camera do. */
import type { Rgb } from '../../engine/base/colour.ts';
import type { ConceptScene } from '../../engine/kernels/concept/concept-scene.ts';
import type { Brief, BuildingKind, Feature, StyleName, WallName } from '../../engine/kernels/concept/words/brief.ts';
import { kindRules, styleLabels } from '../../engine/kernels/concept/words/building-rules.ts';
import type { Camera } from '../../engine/kernels/trace/scene.ts';
import type { Chance } from './chance.ts';

const usual = ['housing', 'hotel', 'school', 'shopFront', 'shoppingStreet', 'villa', 'office', 'guesthouse'] as const;
const old = ['classical', 'french', 'artDeco', 'industrial', 'vernacular'] as const;
const walls: readonly WallName[] = [
  ...(['concrete', 'render', 'wood', 'darkWood', 'brick', 'greyBrick', 'paleBrick', 'limestone', 'darkStone'] as const),
  ...(['rubble', 'zinc', 'aluminium', 'copper', 'corten', 'rammedEarth', 'terracotta'] as const),
  // Twice, because streets are made of them.
  ...(['brick', 'render', 'paleBrick', 'limestone'] as const),
];
const wishes: Partial<Record<Feature, number>> = {
  people: 0.55,
  cars: 0.75,
  lamps: 0.3,
  neighbours: 0.5,
  balconies: 0.25,
  trees: 0.5,
  lawn: 0.2,
  pool: 0.06,
  fins: 0.06,
  curtainWall: 0.06,
  canopy: 0.2,
  courtyard: 0.08,
};
const refusals: Partial<Record<Feature, number>> = { trees: 0.12, shrubs: 0.2, clouds: 0.15 };

export function randomBrief(chance: Chance): Brief {
  const { share, between, happens, pick, weighted } = chance;
  const kind: BuildingKind = happens(0.6) ? pick(usual) : pick(Object.keys(kindRules) as BuildingKind[]);
  const rule = kindRules[kind];
  const [low, high] = rule.storeys;
  const far = Math.min(20, low + Math.floor(between(-0.6, 1.4) * (high - low + 2)));
  const drawn = (from: Partial<Record<Feature, number>>): Feature[] =>
    (Object.entries(from) as [Feature, number][]).filter(([, p]) => happens(p)).map(([feature]) => feature);
  const wanted = new Set(drawn(wishes));
  const wallColour: Rgb = [between(90, 255), between(80, 250), between(60, 240)];
  const roofColour: Rgb = [between(60, 190), between(50, 130), between(40, 120)];
  return {
    kind,
    style: happens(0.3) ? rule.style : happens(0.55) ? pick(old) : pick(Object.keys(styleLabels) as StyleName[]),
    storeys: happens(0.7) ? low + Math.floor(share() * (high - low + 1)) : Math.max(1, far),
    areStoreysGiven: true,
    roof: happens(0.4) ? pick(['flat', 'gable', 'hip', 'mansard', 'gable', 'hip'] as const) : undefined,
    walls: happens(0.75) ? (happens(0.5) ? [pick(walls)] : [pick(walls), pick(walls)]) : [],
    wallColour: happens(0.35) ? wallColour : undefined,
    roofColour: happens(0.4) ? roofColour : undefined,
    hour: weighted({ day: 55, morning: 22, dusk: 12, blueHour: 6, night: 5 }),
    weather: weighted({ clear: 55, overcast: 35, rain: 5, fog: 1, snow: 4 }),
    season: pick(['spring', 'summer', 'summer', 'autumn', 'winter']),
    view: weighted({ eye: 60, lowAngle: 8, elevation: 12, closeUp: 12, semiAerial: 8 }),
    surroundings: weighted({
      city: 40,
      residential: 22,
      campus: 16,
      countryside: 6,
      forest: 5,
      waterfront: 5,
      coast: 2,
      snowMountain: 2,
      desert: 2,
    }),
    trees: happens(0.6)
      ? pick(['broad', 'broad', 'broad', 'pine', 'palm', 'cherry', 'maple', 'ginkgo', 'birch'])
      : undefined,
    wanted,
    unwanted: new Set(drawn(refusals).filter((feature) => !wanted.has(feature))),
  };
}

/**
 * 30 % the product's own camera, jittered; 45 % a walker 4–33 m away, looking up and down; 25 % along the front. In an
 * everyday street, which has a far side, half are walkers up to 13 m away and half look along it.
 */
export function randomCamera(
  chance: Chance,
  { scene, top, footprints }: ConceptScene,
  aspect: number,
  isEveryday: boolean,
): Camera {
  const { share, between, happens, pick } = chance;
  const own = scene.camera;
  const kind = isEveryday ? between(0.5, 1) : share();
  if (kind < 0.3)
    return {
      ...own,
      yaw: own.yaw + between(-12, 12),
      pitch: (own.pitch ?? 0) + (happens(0.4) ? between(-11, 5) : 0),
      view: own.view * between(0.6, 1.3),
      shift: own.shift * between(0.5, 1.2),
    };
  const body = pick(footprints);
  const wide = body.x1 - body.x0;
  const view = between(32, 77);
  if (kind < 0.75) {
    const away = 4 * Math.exp(share() * (isEveryday ? 1.2 : 2.1));
    const x = body.x0 + wide * between(-0.2, 1.2) + between(-0.5, 0.5) * away;
    const at = [x, 1.4 + share() * (happens(0.25) ? 6 : 0.5), body.z0 - away] as const;
    const target = [body.x0 + wide * share(), Math.min(top * share(), 1 + away * share() * 0.9), body.z0] as const;
    return aimed(chance, at, target, view, aspect);
  }
  const side = happens(0.5) ? -1 : 1;
  const at = [
    (side > 0 ? body.x0 : body.x1) - side * between(-6, 8),
    between(1.4, 1.9),
    body.z0 - between(2, isEveryday ? 14 : 10),
  ] as const;
  return aimed(chance, at, [at[0] + side * 20, between(1, 8), body.z0 + between(-6, 4)], view, aspect);
}

/** Held level with the lens shifted, or tilted towards the target. */
function aimed(
  { between, happens }: Chance,
  at: readonly [number, number, number],
  target: readonly [number, number, number],
  view: number,
  aspect: number,
): Camera {
  const [dx, dz] = [target[0] - at[0], target[2] - at[2]];
  const up = (Math.atan2(target[1] - at[1], Math.hypot(dx, dz)) * 180) / Math.PI;
  const yaw = (Math.atan2(dx, dz) * 180) / Math.PI;
  if (!happens(0.4)) return { at: [...at], yaw, pitch: -up + between(-3, 3), view, shift: 0 };
  const shift = (Math.tan((up * Math.PI) / 180) * aspect) / (2 * Math.tan((view * Math.PI) / 360));
  return { at: [...at], yaw, pitch: 0, view, shift: Math.max(-0.1, Math.min(0.4, shift)) };
}

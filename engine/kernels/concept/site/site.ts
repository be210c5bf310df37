import { growGreenery } from './greenery.ts';
import { addRange, addWater, sand, snowyRock, woodedHills } from './landform.ts';
import { addNeighbours } from './neighbours.ts';
import { plantSite } from './planting.ts';
import { grown, has, type SiteJob, type SitePhoto, shoreGap } from './site-job.ts';
import { addLife } from './site-life.ts';
import { layApron, layPaths, layPool, layRoad } from './site-paving.ts';
import { lineStreet, stripeCrossing } from './street-life.ts';

export function laySite(job: SiteJob): void {
  const { scene, m, brief, bounds, footprints } = job;
  const { mesh } = scene;
  scene.mark('ground');
  const place = brief.surroundings;
  const taken: SitePhoto = { boxes: footprints.map((box) => grown(box, 0.6)), roads: [] };
  const isUrban = place === 'city';
  const isBuiltUp = isUrban || place === 'residential' || place === 'campus';
  const soil = soilOf(job);
  const shore = shoreOf(job);
  const isShoreFront = shore === 'front';
  const isShoreBack = shore === 'back';
  const far = 9000;
  const frontEdge = isShoreFront ? bounds.z0 - shoreGap(job) : -far;
  const backEdge = isShoreBack ? bounds.z1 + 9 : far;
  mesh.floor(soil, -far, frontEdge, far, Math.min(backEdge, bounds.z1 + 400), 0);
  if (backEdge > bounds.z1 + 400)
    mesh.floor(isUrban ? m.gravel : place === 'desert' ? soil : m.meadow, -far, bounds.z1 + 400, far, far, -0.02);
  if (isShoreFront) {
    addWater(scene, m, frontEdge, true, m.stone);
    taken.shore = { at: frontEdge, isInFront: true };
  }
  if (isShoreBack) {
    addWater(scene, m, backEdge, false, sand(scene));
    taken.shore = { at: backEdge, isInFront: false };
  }
  if (isBuiltUp && !isShoreFront) layRoad(job, taken);
  layApron(job, taken, isShoreFront);
  if (!job.isInRow && has(job, 'pool', false)) layPool(job, taken);
  scene.mark('hills');
  layHills(job);
  scene.mark('paths');
  layPaths(job, taken);
  if (job.isEveryday) stripeCrossing(job, taken);
  scene.mark('neighbours');
  if (job.isEveryday && !job.isInRow && taken.roads.length > 0) lineStreet(job, taken);
  if (has(job, 'neighbours', isBuiltUp || job.isInRow)) addNeighbours(job, taken);
  scene.mark('plants');
  const greenery = growGreenery(scene, m, brief, job.seed % 97);
  plantSite(job, taken, greenery);
  addLife(job, taken);
}

function soilOf({ scene, m, brief: { surroundings } }: SiteJob): number {
  if (surroundings === 'desert') return sand(scene);
  if (surroundings === 'city') return m.paving;
  return surroundings === 'coast' || surroundings === 'countryside' ? m.meadow : m.lawn;
}

/** The side of the building on which the water lies. */
function shoreOf(job: SiteJob): 'front' | 'back' | undefined {
  const { surroundings, unwanted } = job.brief;
  if (unwanted.has('water')) return undefined;
  if (surroundings === 'coast') return 'back';
  const isFront = surroundings === 'waterfront' || (has(job, 'water', false) && surroundings !== 'city');
  return isFront ? 'front' : undefined;
}

function layHills(job: SiteJob): void {
  const { scene, brief, seed, bounds } = job;
  const place = brief.surroundings;
  const base = bounds.z1;
  const autumn = brief.season === 'autumn';
  if (brief.unwanted.has('mountains')) return;
  const rangeSeed = seed % 53;
  if (place === 'snowMountain') {
    addRange(scene, {
      from: base + 900,
      to: base + 4200,
      height: 950,
      material: snowyRock(scene, 420),
      seed: rangeSeed,
    });
    addRange(scene, {
      from: base + 180,
      to: base + 800,
      height: 55,
      material: woodedHills(scene, autumn),
      seed: rangeSeed + 5,
    });
  } else if (place === 'forest') {
    addRange(scene, {
      from: base + 90,
      to: base + 700,
      height: 120,
      material: woodedHills(scene, autumn),
      seed: rangeSeed,
    });
    addRange(scene, {
      from: base + 600,
      to: base + 2600,
      height: 320,
      material: woodedHills(scene, autumn),
      seed: rangeSeed + 9,
    });
  } else if (place === 'desert') {
    addRange(scene, { from: base + 60, to: base + 1200, height: 42, material: sand(scene), seed: rangeSeed });
  } else if (
    place !== 'city' &&
    place !== 'coast' &&
    (place === 'waterfront' || place === 'countryside' || brief.wanted.has('mountains'))
  ) {
    addRange(scene, {
      from: base + 260,
      to: base + 2200,
      height: brief.wanted.has('mountains') ? 300 : 130,
      material: woodedHills(scene, autumn),
      seed: rangeSeed,
    });
  }
}

/** Club houses, inns, nurseries. */

import { box, curvedHouse, isPitched, raiseAll } from './massing-homes.ts';
import type { Built, MassingJob } from './massing-job.ts';
import { addCanopy, addColumns } from './parts.ts';
import type { Volume } from './volumes.ts';

/** Low pavilion under one far-reaching roof, glass and screens below. */
export function clubs(job: MassingJob): Built {
  const { brief, systems, random, ground } = job;
  if (brief.style === 'parametric' || brief.style === 'futuristic') return curvedHouse(job);
  const wide = 24 + 6 * random();
  const deep = 12;
  const n = brief.storeys;
  if (isPitched(systems.roof)) {
    const volumes = [
      box(job, 0, 0, wide, deep, n),
      box(job, wide + 2.5, 2, wide + 14, deep - 1, Math.max(1, n - 1), { isAccent: true }),
    ];
    if (job.output % 2) volumes.push(box(job, -11, 3, -2, deep, 1));
    return raiseAll(job, volumes);
  }
  const volumes = [
    box(job, 0, 0, wide * 0.62, deep, 1, { groundFacade: 'picture' }),
    box(job, wide * 0.62 + 0.1, 1.2, wide, deep, n, { groundFacade: 'solid', facade: 'screen', isAccent: true }),
  ];
  if (n > 1)
    volumes.push(
      box(job, 3, 1.5, wide * 0.58, deep - 1, n - 1, {
        base: ground + 0.75,
        ground: job.storey,
        groundFacade: 'curtain',
      }),
    );
  const top = ground + 0.15 + (n > 1 ? (n - 1) * job.storey + 1.1 : 0.6);
  const { mesh } = job.yard.scene;
  const { skin } = job.yard;
  mesh.box(skin.trim, -4, top, -4.2, wide * 0.66, top + 0.42, deep + 1);
  mesh.box(skin.soffit, -3.9, top - 0.03, -4.1, wide * 0.65, top, deep + 0.9);
  addColumns(job.yard, -3, wide * 0.6, -3.4, top, 6);
  return { ...raiseAll(job, volumes), top: top + 1 };
}

/** A cluster of small gabled houses round a yard. */
export function homes(job: MassingJob): Built {
  const { brief, random, systems } = job;
  const flatJob =
    systems.roof === 'flat' && !brief.roof ? { ...job, systems: { ...systems, roof: 'gable' as const } } : job;
  const n = brief.storeys;
  const volumes = [
    box(flatJob, 0, 0, 8 + 2 * random(), 8, n),
    box(flatJob, 11.5, 2.5, 21 + 2 * random(), 9.5, Math.max(1, n - 1), { isAccent: true }),
    box(flatJob, -10, 5, -2.5, 11, Math.max(1, n - 1)),
  ];
  volumes.push(box(flatJob, 7.5, 4.5, 12, 7.5, 1, { roof: 'flat', groundFacade: 'picture' }));
  addCanopy(job.yard, 2, 6, 0, 2.7, 2);
  return raiseAll(job, volumes);
}

/** A small quarter of halls with a tower, for visitors. */
export function inns(job: MassingJob): Built {
  const { brief, random } = job;
  const n = brief.storeys;
  const volumes = [
    box(job, 0, 0, 18, 9, n),
    box(job, 20, -3, 28, 9, Math.max(1, n - 1), { isAccent: true }),
    box(job, -13, 3, -2, 11, Math.max(1, n - 1)),
    box(job, 8 + 4 * random(), 16, 16 + 4 * random(), 24, n + 2, { facade: job.systems.facade }),
    box(job, -12, 18, 4, 26, Math.max(1, n - 1)),
  ];
  return raiseAll(job, volumes);
}

/** Playful boxes of different heights, each with a window of its own. */
export function kindergarten(job: MassingJob): Built {
  const { brief, random, systems } = job;
  const volumes: Volume[] = [];
  let x = 0;
  for (let i = 0; i < 4; i++) {
    const wide = 8 + 3 * random();
    volumes.push(
      box(job, x, i % 2 ? 2.4 : 0, x + wide, 12, i % 2 ? Math.max(1, brief.storeys - 1) : brief.storeys, {
        isAccent: i % 2 === 1,
        roof: systems.roof === 'flat' ? (job.output % 2 ? 'vault' : 'gable') : systems.roof,
        facade: i % 2 ? 'punched' : systems.facade,
      }),
    );
    x += wide + 0.3;
  }
  addCanopy(job.yard, 9, 18, 2.4, 3, 3);
  return raiseAll(job, volumes);
}

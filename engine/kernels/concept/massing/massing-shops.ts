/** Shopping centres, shopping streets, shop fronts. */

import { clamp } from '../../../base/scalar.ts';
import { box, raiseAll } from './massing-homes.ts';
import type { Built, MassingJob } from './massing-job.ts';
import { curvedTower, isCurved } from './massing-work.ts';
import { addCanopy, addSteps } from './parts.ts';
import type { Volume } from './volumes.ts';

export function mall(job: MassingJob): Built {
  const { brief, systems, storey, ground, random } = job;
  const n = brief.storeys;
  const low = clamp(Math.round(n * 0.25), 2, 5);
  const upper = 0.15 + ground + (low - 1) * storey;
  const wide = 78;
  const volumes = [
    box(job, 0, 0, wide * 0.46, 34, low, {
      facade: 'solid',
      groundFacade: 'shopfront',
      isAccent: random() < 0.5,
      roof: 'flat',
    }),
    box(job, wide * 0.46, 3, wide * 0.6, 32, low, { facade: 'curtain', groundFacade: 'curtain', roof: 'flat' }),
    box(job, wide * 0.6, -1, wide, 34, Math.max(2, low - 1), {
      facade: 'fins',
      groundFacade: 'shopfront',
      roof: 'flat',
    }),
  ];
  addCanopy(job.yard, wide * 0.45, wide * 0.61, 3, ground, 5);
  if (isCurved(job)) {
    const built = raiseAll(job, volumes);
    const one = curvedTower(job, 20, 20, n, 13);
    return { footprints: built.footprints, top: one.top };
  }
  if (n > low + 2) {
    volumes.push(
      box(job, 6, 8, 30, 30, n - low, {
        base: upper,
        ground: storey,
        groundFacade: systems.facade === 'solid' ? 'curtain' : systems.facade,
        facade: systems.facade === 'solid' ? 'curtain' : systems.facade,
      }),
    );
    volumes.push(
      box(job, 52, 10, 73, 30, Math.max(2, Math.round((n - low) * 0.72)), {
        base: upper - storey,
        ground: storey,
        facade: 'balcony',
        groundFacade: 'balcony',
      }),
    );
  }
  return raiseAll(job, volumes);
}

/** Two rows of narrow fronts of different heights, roofs and walls along a lane. */
export function shoppingStreet(job: MassingJob): Built {
  const { brief, random, systems } = job;
  const volumes: Volume[] = [];
  const row = (x0: number, z0: number, isAcross: boolean): void => {
    let at = 0;
    for (let i = 0; i < 5; i++) {
      const wide = 7 + 3.5 * random();
      const storeys = Math.max(1, brief.storeys - (random() < 0.4 ? 1 : 0));
      const [a, b, c, d] = isAcross
        ? [x0, z0 + at, x0 + 11, z0 + at + wide - 0.15]
        : [x0 + at, z0, x0 + at + wide - 0.15, z0 + 11];
      const facade = (['punched', 'grid', 'picture', systems.facade] as const)[Math.floor(random() * 4)]!;
      volumes.push(
        box(job, a, b, c, d, storeys, {
          groundFacade: 'shopfront',
          facade,
          isAccent: i % 2 === 1,
          roof: random() < 0.5 ? 'gable' : systems.roof,
        }),
      );
      at += wide;
    }
  };
  row(0, 0, false);
  row(-20, 0, true);
  return { ...raiseAll(job, volumes), isInRow: true };
}

export function shopFront(job: MassingJob): Built {
  const { brief, systems } = job;
  const wide = 13 + 4 * job.random();
  const volumes = [
    box(job, 0, 0, wide, 12, brief.storeys, {
      groundFacade: 'shopfront',
      facade: systems.facade === 'curtain' ? 'picture' : systems.facade,
    }),
    box(job, wide + 0.1, 0.4, wide + 14, 12, brief.storeys + 1, {
      groundFacade: 'shopfront',
      facade: 'punched',
      isAccent: true,
      roof: 'flat',
    }),
    box(job, -13, 0.5, -0.1, 12, brief.storeys + 1, {
      groundFacade: 'shopfront',
      facade: 'grid',
      isAccent: job.output % 2 === 0,
      roof: 'flat',
    }),
  ];
  addSteps(job.yard, wide * 0.3, wide * 0.7, -0.1, 0.16);
  const built = raiseAll(job, volumes);
  return { ...built, footprints: built.footprints, isInRow: true };
}

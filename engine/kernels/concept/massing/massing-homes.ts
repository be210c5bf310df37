/** Houses, flats, inns, club houses, nurseries. */
import type { RoofKind } from '../words/brief.ts';
import { raiseCurved } from './curved.ts';
import type { Built, MassingJob } from './massing-job.ts';
import { addCanopy, addColumns, addRailing } from './parts.ts';
import { raise, topOf, type Volume } from './volumes.ts';

/** Raises volumes and tells what they take up. */
export function raiseAll(job: MassingJob, volumes: readonly Volume[]): Built {
  for (const volume of volumes) raise(job.yard, volume);
  return { footprints: [...volumes], top: Math.max(...volumes.map(topOf)) + 1 };
}

export function box(
  job: MassingJob,
  x0: number,
  z0: number,
  x1: number,
  z1: number,
  storeys: number,
  more: Partial<Volume> = {},
): Volume {
  const { systems, storey, ground } = job;
  const { sides } = systems;
  return {
    x0,
    z0,
    x1,
    z1,
    base: 0.15,
    storeys,
    storey,
    ground,
    facade: systems.facade,
    groundFacade: systems.ground,
    ...(sides ? { sides } : {}),
    roof: systems.roof,
    ...more,
  };
}

export const isPitched = (roof: RoofKind): boolean => roof !== 'flat' && roof !== 'sawtooth' && roof !== 'vault';

type AddVolume = (a: number, b: number, z0: number, z1: number, storeys: number, more?: Partial<Volume>) => void;

export function villas(job: MassingJob): Built {
  const { brief, systems, random, output } = job;
  if (brief.style === 'parametric' || brief.style === 'futuristic') return curvedHouse(job);
  if (isPitched(systems.roof)) return pitchedHouse(job);
  const n = brief.storeys;
  const wide = 14 + 4 * random();
  const deep = 8.5 + 2 * random();
  const { storey, ground } = job;
  const mirror = random() < 0.5;
  const x = (a: number, b: number): [number, number] => (mirror ? [wide - b, wide - a] : [a, b]);
  const volumes: Volume[] = [];
  const add: AddVolume = (a, b, z0, z1, storeys, more = {}) => {
    const [x0, x1] = x(a, b);
    volumes.push(box(job, x0, z0, x1, z1, storeys, more));
  };
  const upper = ground + 0.15;
  switch (output % 3) {
    case 0: {
      // A long ground floor, an upper bar thrown out over the terrace, a smaller one set back above.
      add(0, wide, 1.5, deep + 1, 1);
      if (n > 1) {
        add(-1.8, wide * 0.68, -1.6, deep - 1.5, Math.max(1, n > 2 ? n - 2 : n - 1), {
          base: upper,
          ground: storey,
          groundFacade: systems.facade,
          isAccent: true,
        });
        const [a, b] = x(-1.5, wide * 0.66);
        addColumns(job.yard, a + 0.6, b - 0.6, -1.1, upper, 2);
      }
      if (n > 2) {
        add(wide * 0.3, wide * 0.95, 1.8, deep, 1, {
          base: upper + (n - 2) * storey,
          ground: storey,
          groundFacade: 'picture',
        });
        addRailing(
          job.yard,
          { x0: x(-1.8, wide * 0.3)[0] + 0.1, x1: x(-1.8, wide * 0.3)[1] - 0.1, z0: -1.5, z1: deep - 2 },
          upper + (n - 2) * storey,
        );
      }
      break;
    }
    case 1: {
      // A tall block beside a low wing that comes forward.
      add(wide * 0.42, wide, 0.8, deep + 1.2, n, { isAccent: random() < 0.5 });
      add(0, wide * 0.5, -2.2, deep * 0.7, Math.max(1, n - 1), { groundFacade: 'picture' });
      const [a, b] = x(wide * 0.5, wide * 0.74);
      addCanopy(job.yard, a, b, 0.8, 2.7, 2.2);
      break;
    }
    default: {
      steppedStoreys(job, wide, deep, add);
    }
  }
  return raiseAll(job, volumes);
}

/** Storeys step back one over another behind terraces. */
function steppedStoreys(
  { brief, systems, storey, ground, yard }: MassingJob,
  wide: number,
  deep: number,
  add: AddVolume,
): void {
  const upper = ground + 0.15;
  for (let level = 0; level < brief.storeys; level++) {
    const inset = level * 1.9;
    const y = level === 0 ? 0.15 : upper + (level - 1) * storey;
    add(level % 2 ? inset * 1.2 : 0, wide - (level % 2 ? 0 : inset * 1.4), -1.2 + inset, deep + 0.6, 1, {
      base: y,
      ground: level === 0 ? ground : storey,
      groundFacade: level === 0 ? systems.ground : systems.facade,
      isAccent: level % 2 === 1,
    });
    if (level > 0) addRailing(yard, { x0: 0.2, x1: wide - 0.2, z0: -1 + inset - 1.9, z1: deep }, y + 0.75);
  }
}

/** Main house with a lower wing across, both under pitched roofs. */
function pitchedHouse(job: MassingJob): Built {
  const { brief, random, output } = job;
  const n = brief.storeys;
  const wide = 12 + 4 * random();
  const mirror = random() < 0.5;
  const flip = (a: number, b: number): [number, number] => (mirror ? [wide - b, wide - a] : [a, b]);
  const volumes: Volume[] = [];
  const add = (a: number, b: number, z0: number, z1: number, storeys: number, more: Partial<Volume> = {}): void => {
    const [x0, x1] = flip(a, b);
    volumes.push(box(job, x0, z0, x1, z1, storeys, more));
  };
  if (output % 2 === 0) {
    add(0, wide, 0, 8.6, n);
    add(wide * 0.6, wide * 0.6 + 5.6, -4.6, 3, Math.max(1, n - 1), { isAccent: true });
  } else {
    add(0, wide * 0.62, 0, 8.2, n);
    add(wide * 0.66, wide * 1.25, 1.6, 9.4, Math.max(1, n - 1), { isAccent: random() < 0.5 });
    add(-4.8, -0.4, 2.4, 8, 1, { isAccent: true });
  }
  if (brief.style === 'classical') {
    const [a, b] = flip(wide * 0.32, wide * 0.56);
    addColumns(job.yard, a, b, -1.8, job.ground - 0.2, 4);
    addCanopy(job.yard, a - 0.5, b + 0.5, 0, job.ground - 0.1, 2.4);
  } else {
    const [a, b] = flip(wide * 0.2, wide * 0.45);
    addCanopy(job.yard, a, b, 0, 2.8, 1.6);
  }
  return raiseAll(job, volumes);
}

export function curvedHouse(job: MassingJob): Built {
  const { brief, storey, ground, random } = job;
  const phase = random() * 6;
  const halfWidth = 9 + 3 * random();
  const isTall = brief.storeys > 5;
  const top = raiseCurved(job.yard, {
    storeys: brief.storeys,
    storey,
    ground,
    base: 0.15,
    areFinned: brief.style === 'parametric',
    outlineAt: (level) => ({
      x: 9 + (isTall ? 0 : Math.sin(level * 1.4 + phase) * 1.4),
      z: 7 + (isTall ? 0 : Math.cos(level * 1.1 + phase) * 0.9),
      halfWidth: halfWidth * (1 - (isTall ? 0.012 : 0.07) * level + 0.06 * Math.sin(level * 0.7 + phase)),
      halfDepth: 6 * (1 - (isTall ? 0.012 : 0.07) * level),
      power: 2.6,
      turn: isTall ? level * 0.045 : 0.08 * Math.sin(level + phase),
    }),
  });
  return { footprints: [{ x0: 9 - halfWidth - 2, x1: 9 + halfWidth + 2, z0: -1, z1: 15 }], top };
}

export function housing(job: MassingJob): Built {
  const { brief, random, systems } = job;
  const facade =
    ['modern', 'minimal', 'fairConcrete'].includes(brief.style) && !brief.wanted.has('curtainWall')
      ? 'balcony'
      : systems.facade;
  const make = (x: number, z: number, wide: number, storeys: number): Volume =>
    box(job, x, z, x + wide, z + 13, storeys, {
      facade,
      sides: 'punched',
      groundFacade: facade === 'balcony' ? 'punched' : systems.ground,
      back: 'punched',
    });
  const n = brief.storeys;
  const wide = 24 + 6 * random();
  const volumes = [
    make(0, 0, wide, n),
    make(wide + 16, 12 + 8 * random(), wide * 0.85, Math.max(2, n - 1 - Math.floor(random() * 3))),
  ];
  if (random() < 0.7)
    volumes.push(make(-wide * 0.8 - 14, 26 + 8 * random(), wide * 0.8, Math.max(2, n - Math.floor(random() * 2))));
  addCanopy(job.yard, wide * 0.36, wide * 0.56, 0, 3.1, 3);
  const built = raiseAll(job, volumes);
  return { ...built, footprints: built.footprints };
}

/** Random things that stand on y = 0. */
import type { Chance } from '../scene-reader/chance.ts';
import { animal, bust, person } from './random-body.ts';
import { bag, flower, heap, shoe, toy, turned, wheeled } from './random-object.ts';
import { furniture, plant, vehicle } from './random-stock.ts';
import type { Thing } from './workshop.ts';

const makers = {
  animal,
  person,
  bag,
  turned,
  wheeled,
  toy,
  heap,
  shoe,
  flower,
  furniture,
  vehicle,
  plant,
  bust,
} as const;

type ThingKind = keyof typeof makers;
/** The order gives the numbers that pictures are stored with. */
export const thingKinds = Object.keys(makers) as ThingKind[];

export function randomThing(chance: Chance): Thing & { kind: ThingKind } {
  const kind = chance.weighted<ThingKind>({
    animal: 20,
    person: 12,
    bust: 12,
    bag: 10,
    turned: 9,
    wheeled: 6,
    toy: 10,
    heap: 5,
    shoe: 4,
    flower: 4,
    furniture: 14,
    vehicle: 9,
    plant: 7,
  });
  return { kind, ...makers[kind](chance) };
}

import { type Heard, nothingHeard, stretchesOf } from '../../base/words.ts';

/** Things that can be put into a region of an outdoor picture. */
export type OutdoorKind = 'tree' | 'slimTree' | 'shrub' | 'tuft' | 'water';

/** A plant or a sheet of water by name. */
export interface OutdoorThing {
  kind: OutdoorKind;
  /** Name for people. */
  title: string;
}

/** Longer words stand before shorter ones they contain. */
const things: ReadonlyArray<readonly [RegExp, OutdoorKind, string]> = [
  [/树丛|灌木丛?|绿篱|树篱|花丛|矮树|hedge|shrubs?|bush(?:es)?/, 'shrub', '灌木'],
  [/草丛|芒草|观赏草|芦苇|蒲苇|ornamental grass|reeds?/, 'tuft', '观赏草'],
  [/小树|白桦|桦树|竹林?|细树|树苗|birch|bamboo|sapling/, 'slimTree', '小乔木'],
  [/(?<!行道)树(?![篱丛皮干枝脂])|行道树|乔木|大树|绿树|\btrees?\b/, 'tree', '树'],
  [/(?:游泳|无边|倒影|喷水|景观)?水池|泳池|水景|池塘|水塘|湖面|水面|溪流|小溪|pool|pond|stream/, 'water', '水面'],
  [/绿植|植物|绿化|plants?/, 'shrub', '灌木'],
];

/** The plant or water that words ask for, Chinese or English; undefined when none is named or it is refused. */
export function outdoorThingOf(wanted: string, unwanted = ''): OutdoorThing | undefined {
  const text = wanted.toLowerCase();
  const found = things.find(([pattern]) => pattern.test(text) && !pattern.test(unwanted.toLowerCase()));
  return found && { kind: found[1], title: found[2] };
}

/** Which words {@link outdoorThingOf} goes by. */
export function hearOutdoorThing(wanted: string, unwanted = ''): Heard {
  const text = wanted.toLowerCase();
  const found = things.find(([pattern]) => pattern.test(text) && !pattern.test(unwanted.toLowerCase()));
  return found ? { wanted: stretchesOf(text, found[0]).slice(0, 1), unwanted: [] } : nothingHeard;
}

import type { Heard, TextRange } from '../../../base/words.ts';
import { smallKinds } from '../facade/systems.ts';
import type { Brief, Feature } from '../words/brief.ts';
import type { Meaning } from '../words/brief-entry.ts';
import type { TextReading, WordReading } from '../words/brief-words.ts';

/** Which of them the form decides, so that no word does. */
export type DecidedByForm = Readonly<Record<'hour' | 'weather' | 'view' | 'surroundings', boolean>>;

/** Known words that no building is drawn by yet. */
const notDrawn: ReadonlySet<Feature> = new Set(['canopy', 'courtyard']);

/** Which words a brief was made of; known words that another word or the form overrules are not among them. */
export function heardOf(text: TextReading, unwanted: TextReading, brief: Brief, isDecided: DecidedByForm): Heard {
  const said = text.readings.filter(({ isNegated }) => !isNegated);
  const areStoreysCounted = text.storeys !== undefined;
  const isInEffect = ({ entry: { sets } }: WordReading): boolean =>
    (Object.keys(sets) as (keyof Meaning)[]).some((key) => {
      switch (key) {
        case 'kind':
        case 'style':
        case 'roof':
        case 'season':
        case 'trees':
          return sets[key] === brief[key];
        case 'hour':
        case 'weather':
        case 'view':
        case 'surroundings':
          return !isDecided[key] && sets[key] === brief[key];
        case 'storeys':
          return !areStoreysCounted && sets.storeys === brief.storeys;
        case 'wall':
          return sets.wall === 'glass' ? brief.wanted.has('curtainWall') : brief.walls.includes(sets.wall!);
        case 'colour':
          return sets.colour === brief.wallColour || sets.colour === brief.roofColour;
        case 'feature':
          return brief.wanted.has(sets.feature!) && isDrawn(sets.feature!, brief);
        default:
          return false;
      }
    });
  const negated = text.readings.filter(({ isNegated }) => isNegated).filter(isBarring);
  return {
    wanted: [
      ...(text.counted ? [text.counted] : []),
      ...said.filter(isInEffect).map(stretchOf),
      ...negated.map(
        ({ from, to, negatedFrom }): TextRange =>
          negatedFrom === undefined ? { from, to, isUnwanted: true } : { from: negatedFrom, to },
      ),
    ],
    unwanted: unwanted.readings.filter(isBarring).map(stretchOf),
  };
}

function isDrawn(feature: Feature, { kind }: Brief): boolean {
  return !notDrawn.has(feature) && !(feature === 'balconies' && smallKinds.has(kind));
}

/** An interior cannot be kept out of a picture that shows none. */
const isBarring = ({ entry }: WordReading): boolean => !entry.sets.isInterior;

const stretchOf = ({ from, to }: WordReading): TextRange => ({ from, to });

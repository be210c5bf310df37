/** Parts of the brief that a word can set, and the form of its patterns. */
import type { Rgb } from '../../../base/colour.ts';
import type {
  BuildingKind,
  Feature,
  Hour,
  RoofKind,
  Season,
  StyleName,
  Surroundings,
  TreeKind,
  View,
  WallName,
  Weather,
} from './brief.ts';

/** Parts of the brief that one word sets. */
export interface Meaning {
  kind?: BuildingKind;
  style?: StyleName;
  storeys?: number;
  roof?: RoofKind;
  wall?: WallName;
  colour?: Rgb;
  hour?: Hour;
  weather?: Weather;
  season?: Season;
  view?: View;
  surroundings?: Surroundings;
  trees?: TreeKind;
  feature?: Feature;
  isInterior?: true;
}

export interface Entry<M = Meaning> {
  pattern: RegExp;
  /** Name shown to people. */
  label: string;
  sets: M;
}

/** @param chinese and `english`: sources of patterns; English ones match whole words */
export const entry = <M = Meaning>(label: string, chinese: string, english: string, sets: M): Entry<M> => ({
  label,
  sets,
  pattern: new RegExp([chinese, english && `\\b(?:${english})\\b`].filter(Boolean).join('|'), 'gi'),
});

/** The wishes of a description and a form, in the terms the parametric scene is built from. */
import type { Rgb } from '../../../base/colour.ts';

export type BuildingKind =
  | 'villa'
  | 'housing'
  | 'office'
  | 'officePark'
  | 'culture'
  | 'hotel'
  | 'mall'
  | 'school'
  | 'kindergarten'
  | 'sports'
  | 'salesCentre'
  | 'club'
  | 'shoppingStreet'
  | 'shopFront'
  | 'hospital'
  | 'factory'
  | 'transport'
  | 'tourism'
  | 'guesthouse';
export type StyleName =
  | 'modern'
  | 'minimal'
  | 'newChinese'
  | 'classical'
  | 'french'
  | 'artDeco'
  | 'industrial'
  | 'fairConcrete'
  | 'timber'
  | 'vernacular'
  | 'parametric'
  | 'futuristic';
export type Hour = 'morning' | 'day' | 'dusk' | 'blueHour' | 'night';
export type Weather = 'clear' | 'overcast' | 'rain' | 'fog' | 'snow';
export type Season = 'spring' | 'summer' | 'autumn' | 'winter';
export type View = 'eye' | 'semiAerial' | 'aerial' | 'lowAngle' | 'elevation' | 'axonometric' | 'top' | 'closeUp';
export type Surroundings =
  | 'city'
  | 'residential'
  | 'campus'
  | 'countryside'
  | 'forest'
  | 'waterfront'
  | 'coast'
  | 'snowMountain'
  | 'desert';
export type RoofKind = 'flat' | 'gable' | 'hip' | 'sweeping' | 'mansard' | 'sawtooth' | 'vault';
export type WallName =
  | 'concrete'
  | 'render'
  | 'wood'
  | 'darkWood'
  | 'brick'
  | 'greyBrick'
  | 'paleBrick'
  | 'limestone'
  | 'darkStone'
  | 'rubble'
  | 'zinc'
  | 'aluminium'
  | 'copper'
  | 'corten'
  | 'rammedEarth'
  | 'bamboo'
  | 'terracotta'
  | 'glass';
export type TreeKind = 'broad' | 'pine' | 'palm' | 'bamboo' | 'cherry' | 'maple' | 'ginkgo' | 'birch';
/** Things that a description may add, and a list of unwanted things may take away. */
export type Feature =
  | 'trees'
  | 'shrubs'
  | 'lawn'
  | 'people'
  | 'cars'
  | 'pool'
  | 'water'
  | 'mountains'
  | 'neighbours'
  | 'balconies'
  | 'fins'
  | 'curtainWall'
  | 'colonnade'
  | 'roofGarden'
  | 'courtyard'
  | 'canopy'
  | 'clouds'
  | 'lamps';

export interface Brief {
  kind: BuildingKind;
  style: StyleName;
  /** Storeys of the tallest part, 1–60. */
  storeys: number;
  /** True when a description or a number gave the storeys; otherwise they vary with the output. */
  areStoreysGiven: boolean;
  roof?: RoofKind | undefined;
  /** Outer materials in the order named: main wall, accent. */
  walls: readonly WallName[];
  wallColour?: Rgb | undefined;
  roofColour?: Rgb | undefined;
  hour: Hour;
  weather: Weather;
  season: Season;
  view: View;
  surroundings: Surroundings;
  trees?: TreeKind | undefined;
  wanted: ReadonlySet<Feature>;
  unwanted: ReadonlySet<Feature>;
}

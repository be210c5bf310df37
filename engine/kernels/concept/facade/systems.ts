/** Which facade system and roof a style gives to a type of building. */
import type { Brief, RoofKind } from '../words/brief.ts';
import type { FacadeKind } from './facades.ts';

export interface Systems {
  facade: FacadeKind;
  ground: FacadeKind;
  sides?: FacadeKind;
  roof: RoofKind;
}

const masonry: ReadonlySet<string> = new Set(['brick', 'greyBrick', 'paleBrick', 'rubble', 'rammedEarth', 'limestone']);
/** Buildings of a few rooms: they have no rows of balconies. */
export const smallKinds: ReadonlySet<string> = new Set([
  'villa',
  'guesthouse',
  'club',
  'salesCentre',
  'tourism',
  'kindergarten',
]);

/** @param random of the output: modern buildings take one of several systems */
export function systemsOf(brief: Brief, random: () => number): Systems {
  const { kind, wanted } = brief;
  const isSmall = smallKinds.has(kind);
  let systems = usualSystems(brief, isSmall, random);
  if (wanted.has('curtainWall')) systems = { ...systems, facade: 'curtain' };
  if (wanted.has('fins')) systems = { ...systems, facade: isSmall ? 'screen' : 'fins' };
  if (wanted.has('colonnade')) systems = { ...systems, ground: 'colonnade' };
  if (wanted.has('balconies') && !isSmall) systems = { ...systems, facade: 'balcony' };
  return brief.roof ? { ...systems, roof: brief.roof } : systems;
}

function usualSystems({ style, kind, storeys, walls }: Brief, isSmall: boolean, random: () => number): Systems {
  const pick: Pick = (...options) => options[Math.floor(random() * options.length)]!;
  const isMasonry = walls[0] !== undefined && masonry.has(walls[0]);
  switch (style) {
    case 'newChinese':
      return { facade: 'lattice', ground: 'lattice', roof: isSmall || storeys <= 5 ? 'sweeping' : 'flat' };
    case 'classical':
      return { facade: 'tallWindows', ground: isSmall ? 'tallWindows' : 'colonnade', roof: isSmall ? 'hip' : 'flat' };
    case 'french':
      return { facade: 'tallWindows', ground: 'tallWindows', roof: 'mansard' };
    case 'artDeco':
      return { facade: 'piers', ground: 'shopfront', roof: 'flat' };
    case 'industrial':
      return { facade: 'grid', ground: 'grid', roof: kind === 'factory' ? 'sawtooth' : isSmall ? 'gable' : 'flat' };
    case 'timber':
      return { facade: 'screen', ground: 'picture', roof: isSmall ? 'gable' : 'flat' };
    case 'vernacular':
      return { facade: 'punched', ground: 'punched', roof: 'gable' };
    case 'minimal':
      return { facade: isSmall ? 'solid' : pick('ribbon', 'solid'), ground: 'picture', roof: 'flat' };
    case 'fairConcrete':
      return {
        facade: isSmall ? pick('picture', 'solid') : pick('ribbon', 'punched', 'picture'),
        ground: 'picture',
        roof: 'flat',
      };
    default:
      return plainSystems(isSmall, isMasonry, pick);
  }
}

type Pick = <T>(...options: readonly T[]) => T;

function plainSystems(isSmall: boolean, isMasonry: boolean, pick: Pick): Systems {
  if (isSmall) {
    const facade = isMasonry ? pick<FacadeKind>('picture', 'punched') : pick<FacadeKind>('picture', 'screen');
    return { facade, ground: 'picture', roof: 'flat' };
  }
  return {
    facade: isMasonry ? pick<FacadeKind>('grid', 'piers', 'punched') : pick<FacadeKind>('curtain', 'fins', 'ribbon'),
    ground: 'colonnade',
    roof: 'flat',
  };
}

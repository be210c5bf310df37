import index from '../public/samples/bases/index.json';
import { type Sample, samples } from './samples';

const all = new Map([...samples, ...(index as readonly Sample[])].map((sample) => [sample.name, sample]));

/** Three pictures to try a tool with, its own one first; tools that are not named have only their own. */
const namesOf: Readonly<Record<string, readonly string[]>> = {
  architecturalRender: ['guesthouse-white', 'villa-white', 'museum'],
  lockImgOut: ['villa-day', 'school', 'shopping-street'],
  architecturalPart: ['office-white', 'shopping-street', 'clubhouse'],
  localRenderingPro: ['villa-day', 'guesthouse', 'housing'],
  styleTransfer: ['clubhouse', 'villa-day', 'museum'],
  atmosphereChange: ['hotel', 'museum', 'office-street'],
  ailive: ['house-sketch', 'villa-lines', 'guesthouse-white'],
  landscapeRender: ['landscape', 'clubhouse', 'villa-white'],
  birdsViewRender: ['birdseye-white', 'campus-above-white', 'campus-above'],
  indoorRender: ['living-room-empty', 'living-room', 'living-room-dark-wood'],
  gongzhuangRender: ['lobby', 'living-room-empty', 'living-room'],
  lockImg: ['living-room', 'living-room-dark-wood', 'lobby'],
  emptyRoom: ['living-room-empty', 'lobby', 'living-room'],
  indoorExterior: ['living-room-empty', 'living-room', 'lobby'],
  localRenderingProIndoor: ['living-room', 'living-room-dark-wood', 'lobby'],
  styleTransferIndoor: ['living-room', 'living-room-dark-wood', 'lobby'],
  clean: ['office-street', 'housing', 'landscape'],
  lama: ['office-street', 'school', 'villa-day'],
  materialChange: ['living-room', 'villa-day', 'lobby'],
  extendImg: ['sports-hall', 'hotel', 'villa-day'],
  matting: ['chair-cutout', 'sports-hall', 'villa-day'],
  realUpImg: ['shopping-street', 'villa-dusk', 'living-room'],
  upScaleImg: ['office-street', 'hotel', 'lobby'],
  compress: ['housing', 'villa-day', 'landscape'],
  allPlan: ['site-plan', 'floor-plan', 'site-plan-colour'],
  colorFlatPicture: ['floor-plan', 'site-plan', 'floor-plan-colour'],
  toline: ['school', 'villa-day', 'living-room'],
  img2Video: ['museum', 'villa-dusk', 'sports-hall'],
  imgs2Video: ['villa-day', 'villa-dusk', 'office-street'],
};

export function basesOf(toolId: string): Sample[] {
  return (namesOf[toolId] ?? []).flatMap((name) => all.get(name) ?? []);
}

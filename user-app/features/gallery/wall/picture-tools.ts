import type { GalleryPicture } from '#shared/contract/gallery-picture';
import type { GalleryKind } from '#shared/domain/gallery';
import type { PictureKind } from '#shared/domain/picture-kind';
import { history } from '../../../lib/router';
import { asReference, type ToolCard } from '../../../lib/tool-card';

const startOf: Readonly<Record<GalleryKind, PictureKind>> = {
  picture: 'photo',
  plan: 'plan',
  drawing: 'lines',
  material: 'photo',
};

export type Purpose = 'base' | 'reference';

/** Tools that take a picture so, those used last first. */
export function toolsFor(
  { kind }: Pick<GalleryPicture, 'kind'>,
  purpose: Purpose,
  cards: readonly ToolCard[],
  recent: readonly string[],
): ToolCard[] {
  const takers = cards.filter((card) =>
    purpose === 'base' ? card.startsFrom.includes(startOf[kind]) : card.takesReference,
  );
  const rank = ({ id }: ToolCard) => (recent.includes(id) ? recent.indexOf(id) : recent.length);
  return takers.toSorted((one, other) => rank(one) - rank(other));
}

/** Opens a tool with a picture as its base or its reference. */
export function takeToTool(card: ToolCard, { imageId }: Pick<GalleryPicture, 'imageId'>, purpose: Purpose): void {
  if (purpose === 'base') history.push(`${card.path}?base=${encodeURIComponent(imageId)}`);
  else history.push(card.path, asReference(imageId));
}

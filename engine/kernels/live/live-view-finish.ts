import { hexOfColour, lumaOf, luminanceOf } from '../../base/colour.ts';
import { type LinearColour, type LinearLight, linearColour } from '../../base/linear-light.ts';
import { Paint } from './live-paint.ts';
import type { Region } from './live-regions.ts';
import { Role } from './live-role.ts';
import type { Surface } from './live-surfaces.ts';
import type { FlatView } from './live-view.ts';
import type { LiveWish } from './live-words.ts';

/**
 * Sets the finish of a model's faces: coloured ones are painted in their own colour, white and grey ones as the words
 * or the style have walls, in their own shade; hatched walls keep the material that their colour stands for.
 */
export function finishView({ regions, hatched }: FlatView, surfaces: Surface[], wish: LiveWish): void {
  const { list } = regions;
  const isPlain = ({ role, paint }: Region) => role === Role.wall && plainPaints.has(paint);
  const lightest = list.reduce(
    (most, region) => (isPlain(region) ? Math.max(most, lumaOf(...region.colour)) : most),
    1,
  );
  const usual = linearColour(wish.wallColour ? hexOfColour(wish.wallColour) : wish.palette.wall);
  list.forEach((region, label) => {
    if (region.role !== Role.wall || hatched[label]! > 0.5) return;
    if (isPlain(region)) {
      const shade = (lumaOf(...region.colour) / lightest) ** 1.6;
      const colour = usual.map((value) => value * shade) as unknown as LinearColour;
      surfaces[label] = { colour, finish: wish.finish };
    } else surfaces[label] = { colour: ownColour(region.colour), finish: 'plaster' };
  });
}

/** Paints in which modelling programs show faces without a material. */
const plainPaints: ReadonlySet<Paint> = new Set([Paint.plaster, Paint.concrete, Paint.asphalt]);

/** Paint for the colour of a face: programs show colours purer than paint is, and lit. */
function ownColour(colour: readonly [number, number, number]): LinearColour {
  const [red, green, blue] = linearColour(hexOfColour([...colour]));
  const grey = luminanceOf(red, green, blue);
  const level = 0.86;
  return [red, green, blue].map((value) => level * (grey + (value - grey) * 0.8)) as unknown as LinearColour;
}

/** Applies the light that a model's faces have already: the differences within each of them. In place. */
export function shadeView(light: LinearLight, { regions, shades }: FlatView): void {
  const { labels, list } = regions;
  for (let i = 0; i < labels.length; i++) {
    const { role } = list[labels[i]!]!;
    if (role !== Role.wall && role !== Role.roof) continue;
    for (let at = i * 3; at < i * 3 + 3; at++) light[at]! *= shades[i]!;
  }
}

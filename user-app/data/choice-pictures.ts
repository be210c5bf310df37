import type { ClientCategory } from '#shared/domain/category-tree';
import index from '../public/samples/choices/index.json';

/** The small picture of a type or a style, 320 × 240, made by the product's own engine. */
export interface ChoicePicture {
  src: string;
  width: number;
  height: number;
  /** `#rrggbb`, shown before the picture is there. */
  mainColor: string;
}

const size = { width: 320, height: 240 } as const;
const known = index as unknown as Readonly<Record<string, readonly [name: string, mainColor: string]>>;

/**
 * The picture of a category: its own, else that of its name anywhere under its root (a style stands under every type),
 * else its parent's.
 *
 * @param path the categories from the root down to the one that is shown
 */
export function choicePicture(path: readonly Pick<ClientCategory, 'id' | 'name'>[]): ChoicePicture | undefined {
  const [root, self] = [path[0], path.at(-1)];
  if (!root || !self) return undefined;
  const found = known[self.id] ?? known[`${root.id}/${self.name}`];
  if (!found) return choicePicture(path.slice(0, -1));
  const [name, mainColor] = found;
  return { src: `/samples/choices/${name}.avif`, ...size, mainColor };
}

import type { MemberClient } from './clients.ts';
import { pickFrom, unique } from './numbering.ts';

/** Operations of one member on published pictures, collected pictures and image sets. */
export function galleryOperations(
  { expected, own, random, call, keyed, note }: MemberClient,
  upload: () => Promise<string>,
) {
  async function publish(): Promise<void> {
    const title = unique('图');
    const draft = { imageId: await upload(), title, isPrivate: random() < 0.3, clientKey: unique('publish') };
    const id = await keyed('publication', async () => (await call((api) => api.publishPicture(draft))).id);
    own.published.set(id, title);
    note('picture published');
  }

  async function collect(): Promise<void> {
    const id = pickFrom([...expected.approved], random);
    if (id === undefined) return publish();
    await call((api) => api.collectPictures({ pictureIds: [id] }));
    own.collected.add(id);
    note('picture collected');
  }

  async function makeSet(): Promise<void> {
    const title = unique('图集');
    const draft = { title, clientKey: unique('set') };
    const id = await keyed('image set', async () => (await call((api) => api.createImageSet(draft))).id);
    own.sets.set(id, { title, pictures: new Set() });
    note('image set');
  }

  async function fillSet(): Promise<void> {
    const [id, set] = pickFrom([...own.sets], random) ?? [];
    const picture = pickFrom([...own.published.keys()], random);
    if (id === undefined || !set) return makeSet();
    if (picture === undefined) return publish();
    await call((api) => api.addToImageSet({ id, pictureIds: [picture] }));
    set.pictures.add(picture);
    note('picture put into a set');
  }

  return { publish, collect, makeSet, fillSet };
}

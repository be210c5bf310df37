import sharp from 'sharp';
import type { PictureState } from '#shared/domain/gallery';
import type { Member, TestServer } from './server.ts';
import { drawPicture } from './server-pictures.ts';

export interface PutIn {
  count?: number;
  state?: PictureState;
  title?: string;
  classifyId?: string;
}

/** Puts pictures of a member into the gallery as they stand after a review; their numbers. */
export async function putPictures(server: TestServer, owner: Member, draft: PutIn = {}): Promise<number[]> {
  const { count = 1, state = 'public', title = '庭院', classifyId = '' } = draft;
  const { imageId } = await owner.upload(await drawPicture('png'));
  const { store, images, clock } = server.deps;
  const pictures = await store.transact(async (tx) => {
    const row = await images.find(tx, imageId);
    if (!row) throw new Error('the upload is gone');
    const { sha256, bytes, width, height, type, main_color: mainColor, thumb_hash: thumbHash } = row;
    const facts = { sha256, bytes, width, height, type, mainColor, thumbHash };
    const stored = { ...facts, format: 'png' as const, isPublic: state === 'public' };
    const numbers: number[] = [];
    for (let place = 0; place < count; place++) {
      const image = await images.register(tx, owner.accountId, stored);
      const now = clock.now();
      const { id } = await tx
        .insertInto('gallery_picture')
        .values({
          ...{ image_id: image.id, owner_id: owner.accountId, title: count > 1 ? `${title}${place + 1}` : title },
          ...{ source: 'render', kind: 'picture', classify_id: classifyId, state, created_at: now },
          ...{ wants_public: state === 'private' ? 0 : 1, published_at: state === 'public' ? now : null },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      numbers.push(id);
    }
    return numbers;
  });
  await server.deps.galleryPictures.changed(pictures);
  return pictures;
}

/** Makes a picture private, refused or public, as its owner or staff would. */
export async function setState(server: TestServer, id: number, state: PictureState): Promise<void> {
  await server.deps.store.db.updateTable('gallery_picture').set({ state }).where('id', '=', id).execute();
  await server.deps.galleryPictures.changed([id]);
}

let keys = 0;

/** A picture in the gallery as publishing leaves it, then brought into a state as staff would. */
export async function publishOn(
  server: TestServer,
  owner: Member,
  draft: {
    title?: string;
    description?: string;
    tags?: string[];
    classifyId?: string;
    state?: PictureState;
    width?: number;
    height?: number;
    bytes?: Buffer;
  } = {},
) {
  const { state = 'public', title = '湖畔别墅', width = 320, height = 256, bytes, ...rest } = draft;
  const { imageId } = await owner.upload(bytes ?? (await drawPicture('png', { width, height, shade: keys % 60 })));
  const isPrivate = state === 'private';
  const card = await owner.api.publishPicture({
    ...{ imageId, title, isPrivate, clientKey: `publish-${++keys}` },
    ...rest,
  });
  if (state === 'public' || state === 'rejected') await reviewOn(server, card.id, state);
  return { ...card, state };
}

/** Decides on a picture as staff. */
export async function reviewOn(server: TestServer, id: number, state: 'public' | 'rejected'): Promise<void> {
  const { store, gallery, catalogue } = server.deps;
  await store.transact(async (tx) => {
    await tx.updateTable('gallery_picture').set({ state, review_reason: '不合适' }).where('id', '=', id).execute();
    await gallery.publishing.settle(tx, [id]);
  });
  await catalogue.ready();
}

/** A house on a lawn, drawn in SVG: `colour` is its wall, `isMirrored` turns it round. */
export async function drawHouse({
  colour = '#e8e0d0',
  isMirrored = false,
  roof = 90,
  sky = '#9cc4ee',
} = {}): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="320"><rect width="480" height="320" fill="${sky}"/>
    <rect y="220" width="480" height="100" fill="#5c8a4a"/><rect x="90" y="140" width="190" height="110" fill="${colour}"/>
    <path d="M70 140 L185 ${140 - roof} L300 140Z" fill="#7a3b2e"/><rect x="110" y="170" width="40" height="50" fill="#334"/>
    <circle cx="400" cy="200" r="45" fill="#2f5d34"/></svg>`;
  const picture = sharp(Buffer.from(svg));
  return (isMirrored ? picture.flop() : picture).png().toBuffer();
}

/** A case of one picture with two paragraphs; its id. */
export async function putCase(server: TestServer, author: Member, cover: number, id = 'case_shelf'): Promise<string> {
  const { db } = server.deps.store;
  const blocks = [
    { kind: 'text', heading: '场地', text: '河在北面。' },
    { kind: 'picture', pictureId: cover, caption: '入口' },
    { kind: 'text', heading: '', text: '旧厂房留了下来。' },
  ];
  const story = {
    ...{ id, author_id: author.accountId, title: '河岸工坊', classify_id: '10103', location: '苏南' },
    ...{ built_year: 2025, area_square_metres: 420, style: '现代', team: '一组', intro: '示例' },
    ...{ blocks: JSON.stringify(blocks), cover_picture_id: cover, is_sample: 1 as const },
    created_at: server.clock.now(),
  };
  await db.insertInto('design_case').values(story).execute();
  await db.insertInto('case_picture').values({ case_id: id, picture_id: cover }).execute();
  return id;
}

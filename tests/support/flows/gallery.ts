import { day } from '#shared/domain/time';
import { drawPicture } from '../server-pictures.ts';
import { type Flow, sidOf, staffOf, staffSid, unlessDone, userOf } from './flow.ts';

interface Facts {
  author: string;
  reader: string;
  staff: string;
  imageId: string;
  draftId: string;
  pictureId: number;
  otherId: number;
  setId: string;
  folderId: string;
}

/** Pictures published, reviewed, put into sets and folders, collected, downloaded, reported and taken away. */
export const gallery: Flow<Facts> = {
  name: 'gallery',
  async prepare(server) {
    const author = await server.member();
    const { imageId } = await author.upload(await drawPicture());
    const { imageId: draftId } = await author.upload(await drawPicture('png', { shade: 9 }));
    const reader = sidOf(await server.member());
    return { author: sidOf(author), reader, staff: await staffSid(server), imageId, draftId };
  },
  steps: [
    [
      'a picture is published',
      async (server, { author, imageId }) => {
        const draft = { imageId, title: '庭院', isPrivate: false, clientKey: 'flow-publish' };
        return { pictureId: (await userOf(server, author).api.publishPicture(draft)).id };
      },
    ],
    [
      'staff approve it',
      async (server, { staff, pictureId }) => {
        const { api } = staffOf(server, staff);
        if ((await api.galleryReview({ id: pictureId })).state === 'pending')
          await api.approvePicture({ id: pictureId });
      },
    ],
    [
      'one is kept to oneself',
      async (server, { author, draftId }) => {
        const draft = { imageId: draftId, title: '草图', isPrivate: true, clientKey: 'flow-private' };
        return { otherId: (await userOf(server, author).api.publishPicture(draft)).id };
      },
    ],
    [
      'a set is made and filled',
      async (server, { author, pictureId, otherId }) => {
        const { api } = userOf(server, author);
        const { id } = await api.createImageSet({ title: '图集', clientKey: 'flow-set' });
        await api.addToImageSet({ id, pictureIds: [pictureId, otherId] });
        return { setId: id };
      },
    ],
    [
      'somebody collects both',
      async (server, { reader, pictureId, setId }) => {
        const { api } = userOf(server, reader);
        const { id } = await api.createFolder({ name: '参考', clientKey: 'flow-folder' });
        await api.collectPictures({ pictureIds: [pictureId], folderId: id });
        await api.collectImageSet({ id: setId, isCollected: true });
        return { folderId: id };
      },
    ],
    [
      'and downloads it',
      async (server, { reader, pictureId }) => {
        await userOf(server, reader).api.takeDownloads({ pictureIds: [pictureId] });
      },
    ],
    [
      'follows and reports',
      async (server, { reader, pictureId }, isRepeated) => {
        const { api } = userOf(server, reader);
        const { author } = await api.picture({ id: pictureId });
        await api.follow({ id: author?.authorId ?? '', isFollowed: true });
        await unlessDone(api.reportPicture({ id: pictureId, reason: 'other' }), isRepeated, 'gallery.reported');
      },
    ],
    [
      'staff pin it',
      async (server, { staff, pictureId }) => {
        const { api } = staffOf(server, staff);
        if ((await api.galleryReview({ id: pictureId })).pinPlace === null)
          await api.pinPicture({ id: pictureId, place: 1 });
      },
    ],
    [
      'the set is removed',
      async (server, { author, setId }, isRepeated) => {
        const removed = userOf(server, author).api.removeImageSet({ id: setId });
        await unlessDone(removed, isRepeated, 'gallery.set_not_found');
      },
    ],
    [
      'the private one is removed',
      async (server, { author, otherId }, isRepeated) => {
        const removed = userOf(server, author).api.removePicture({ id: otherId });
        await unlessDone(removed, isRepeated, 'gallery.picture_not_found');
      },
    ],
    [
      'months pass',
      async (server) => {
        await server.pass(31 * day);
        await server.deps.sweep();
      },
    ],
  ],
  async outcome(server, { reader }) {
    const { api } = userOf(server, reader);
    const { list } = await api.pictures({});
    const folders = await api.collections({});
    return {
      public: list.map(({ title }) => title),
      folders: folders.map(({ name, pictureCount }) => ({ name, pictureCount })),
    };
  },
};

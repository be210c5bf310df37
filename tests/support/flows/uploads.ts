import { day } from '#shared/domain/time';
import { enlargement } from '../server.ts';
import { drawPicture } from '../server-pictures.ts';
import { type Flow, sidOf, userOf } from './flow.ts';

interface Facts {
  sid: string;
  imageId: string;
  taskId: string;
}

/** Pictures of all formats, the same bytes twice, views and downloads of them, and their end. */
export const uploads: Flow<Facts> = {
  name: 'uploads',
  async prepare(server) {
    return { sid: sidOf(await server.member()) };
  },
  steps: [
    [
      'a picture comes',
      async (server, { sid }) => {
        const { imageId } = await userOf(server, sid).upload(await drawPicture());
        return { imageId };
      },
    ],
    [
      'the same comes again',
      async (server, { sid }) => {
        await userOf(server, sid).upload(await drawPicture());
      },
    ],
    [
      'a photo comes',
      async (server, { sid }) => {
        await userOf(server, sid).upload(await drawPicture('jpg', { width: 400, height: 300 }), 'photo.jpg');
      },
    ],
    [
      'it is looked at and downloaded',
      async (server, { sid, imageId }) => {
        const visitor = userOf(server, sid);
        await (await visitor.fetch(`/api/images/${imageId}?w=200`)).arrayBuffer();
        await (await visitor.fetch(`/api/images/${imageId}/download`)).arrayBuffer();
      },
    ],
    [
      'it is used',
      async (server, { sid, imageId }) => {
        const { taskId } = await userOf(server, sid).api.startTask(enlargement(imageId, 2, 'flow-used'));
        await server.pass(0);
        return { taskId };
      },
    ],
    [
      'the work is deleted',
      async (server, { sid, taskId }) => {
        await userOf(server, sid).api.batchWorks({ action: 'delete', taskIds: [taskId] });
      },
    ],
    [
      'a month passes',
      async (server) => {
        await server.pass(31 * day);
        await server.deps.sweep();
      },
    ],
    [
      'half a year passes',
      async (server) => {
        await server.pass(181 * day);
        await server.deps.sweep();
      },
    ],
  ],
  varying: {
    image: { may: 'be more', because: 'an upload has no key: when it is sent again, it is another picture' },
  },
  async outcome(server, { sid }) {
    const { api } = userOf(server, sid);
    const { purses } = await api.ticketSummary();
    return { works: (await api.works({})).list.length, tickets: purses.map(({ left }) => left) };
  },
};

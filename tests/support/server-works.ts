import { minute } from '#shared/domain/time';
import { enlargement, lineDrawing, type Member, type TestServer } from './server.ts';
import { drawPicture } from './server-pictures.ts';

/** A member of the professional plan with a picture of their own. */
export async function designerOn(server: TestServer, plan: 'free' | 'pro' = 'pro') {
  const member = await server.member({ plan, tickets: { normal: 500 } });
  const { imageId } = await member.upload(await drawPicture('png', { shade: shades++ % 60 }));
  return { ...member, imageId };
}

let shades = 0;

/** Makes a work from a picture and waits for its result, a minute after the one before. */
export async function makeWork(
  server: TestServer,
  who: Member,
  imageId: string,
  tool: 'enlarge' | 'draw' = 'enlarge',
  more: { projectId?: string; parent?: string } = {},
): Promise<{ taskId: string; imageId: string }> {
  server.clock.set({ advanceMs: minute });
  const request = tool === 'enlarge' ? enlargement(imageId) : lineDrawing(imageId);
  const { taskId } = await who.api.startTask({ ...request, ...more });
  const task = await server.settled(who, taskId);
  return { taskId, imageId: task.images[0]?.imageId ?? '' };
}

import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { MemberClient } from './clients.ts';
import { isRefusal } from './killed-server.ts';
import { nextNumber, pickFrom, unique } from './numbering.ts';

/** Uploads, tasks and questions of one member. */
export function workOperations({ expected, own, random, call, keyed, note }: MemberClient) {
  /** @returns the picture's id */
  async function upload(): Promise<string> {
    const bytes = await drawUniquePicture();
    const hash = createHash('sha256').update(bytes).digest('hex');
    const clientKey = unique('upload');
    const imageId = await keyed('upload', async () => {
      const file = new File([new Uint8Array(bytes)], 'picture.png', { type: 'image/png' });
      const image = await call((api) => api.uploadImage({ file, clientKey } as never));
      if (image.sha256 !== hash) expected.faults.push(`${image.imageId} is stored as other bytes than were sent`);
      return image.imageId;
    });
    own.uploads.set(imageId, hash);
    note('upload');
    return imageId;
  }

  async function startTask(): Promise<void> {
    const imageId = pickFrom([...own.uploads.keys()], random) ?? (await upload());
    const scale = pickFrom([1, 2, 4], random) ?? 1;
    const order = { tool: 'upScaleImg', params: { upload_img: imageId, scale }, clientKey: unique('task') };
    const taskId = await keyed('task', async () => (await call((api) => api.startTask(order))).taskId);
    own.tasks.set(taskId, { scale });
    note('task');
    if (random() < 0.4) await cancelTask(taskId);
  }

  async function cancelTask(taskId: string): Promise<void> {
    const { outcome } = await call((api) => api.cancelTask({ taskId }));
    const task = own.tasks.get(taskId);
    if (task) task.canceled = outcome;
    note('task canceled');
  }

  async function deleteTask(): Promise<void> {
    const [taskId, task] =
      pickFrom(
        [...own.tasks].filter(([, { isDeleted }]) => !isDeleted),
        random,
      ) ?? [];
    if (taskId === undefined || !task) return startTask();
    const outcome = await call(async (api, isRetry) =>
      api.delTaskByTaskId({ taskId }).catch((error: unknown) => {
        if (isRefusal(error, 'task.still_running')) return 'running';
        if (isRetry && isRefusal(error, 'task.not_found')) return 'gone';
        throw error;
      }),
    );
    if (outcome === 'running') return;
    task.isDeleted = true;
    note('task deleted');
  }

  async function ask(): Promise<void> {
    const conversationId = random() < 0.7 ? pickFrom([...own.questions.keys()], random) : undefined;
    const message = unique('南立面用什么材料');
    const send = { message, requestId: unique('question'), ...(conversationId && { conversationId }) };
    const id = await keyed('question', async () => (await call((api) => api.chat(send))).conversation.conversationId);
    own.questions.set(id, [...(own.questions.get(id) ?? []), message]);
    note('question');
  }

  return { upload, startTask, deleteTask, ask };
}

/** Draws a small picture in a colour that no other one has. */
function drawUniquePicture(): Promise<Buffer> {
  const number = nextNumber();
  const background = { r: number & 255, g: (number >> 8) & 255, b: 90 };
  return sharp({ create: { width: 320, height: 256, channels: 3, background } })
    .png()
    .toBuffer();
}

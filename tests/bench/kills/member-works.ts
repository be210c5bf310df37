import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { MemberHand } from './hands.ts';
import { nextNumber, oneOf, unique } from './numbering.ts';
import { isRefusal } from './world.ts';

/** Pictures, tasks and questions of one member. */
export function workActs({ books, own, random, call, keyed, note }: MemberHand) {
  /** @returns the picture's id */
  async function upload(): Promise<string> {
    const bytes = await ownPicture();
    const hash = createHash('sha256').update(bytes).digest('hex');
    const clientKey = unique('upload');
    const imageId = await keyed('upload', async () => {
      const file = new File([new Uint8Array(bytes)], 'picture.png', { type: 'image/png' });
      const image = await call((api) => api.uploadImage({ file, clientKey } as never));
      if (image.sha256 !== hash) books.faults.push(`${image.imageId} is stored as other bytes than were sent`);
      return image.imageId;
    });
    own.uploads.set(imageId, hash);
    note('upload');
    return imageId;
  }

  async function startTask(): Promise<void> {
    const imageId = oneOf([...own.uploads.keys()], random) ?? (await upload());
    const scale = oneOf([1, 2, 4], random) ?? 1;
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
      oneOf(
        [...own.tasks].filter(([, { isDeleted }]) => !isDeleted),
        random,
      ) ?? [];
    if (taskId === undefined || !task) return startTask();
    const outcome = await call(async (api, isAgain) =>
      api.delTaskByTaskId({ taskId }).catch((error: unknown) => {
        if (isRefusal(error, 'task.still_running')) return 'running';
        if (isAgain && isRefusal(error, 'task.not_found')) return 'gone';
        throw error;
      }),
    );
    if (outcome === 'running') return;
    task.isDeleted = true;
    note('task deleted');
  }

  async function ask(): Promise<void> {
    const conversationId = random() < 0.7 ? oneOf([...own.questions.keys()], random) : undefined;
    const message = unique('南立面用什么材料');
    const send = { message, requestId: unique('question'), ...(conversationId && { conversationId }) };
    const id = await keyed('question', async () => (await call((api) => api.chat(send))).conversation.conversationId);
    own.questions.set(id, [...(own.questions.get(id) ?? []), message]);
    note('question');
  }

  return { upload, startTask, deleteTask, ask };
}

/** A small picture in a colour of its own. */
function ownPicture(): Promise<Buffer> {
  const number = nextNumber();
  const background = { r: number & 255, g: (number >> 8) & 255, b: 90 };
  return sharp({ create: { width: 320, height: 256, channels: 3, background } })
    .png()
    .toBuffer();
}

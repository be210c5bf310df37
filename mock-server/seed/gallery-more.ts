import { ProductError } from '#shared/errors';
import { priceOf } from '#shared/tools/price';
import { toolById } from '#shared/tools/registry';
import type { Clock } from '../adapters/clock/port.ts';
import type { Db, Store } from '../modules/base/store.ts';
import type { PicturePublishing } from '../modules/gallery/pictures/picture-publishing.ts';
import type { TicketService } from '../modules/shop/ticket/ticket.service.ts';
import type { TaskService } from '../modules/studio/task/task.service.ts';
import { publish } from './gallery.ts';
import { editorOf, houseEditors } from './gallery-editors.ts';
import { readGallerySeed, type SeedWords } from './gallery-files.ts';

export interface GalleryMoreDeps {
  store: Store;
  clock: Clock;
  tasks: Pick<TaskService, 'start'>;
  tickets: Pick<TicketService, 'grant'>;
  settle: PicturePublishing['settle'];
  /** Folder of the recipes. */
  folder: string;
}

export type GalleryMore = ReturnType<typeof createGalleryMore>;

/**
 * Pictures that the repository has only recipes of: the house's editors have them rendered as tasks of their own, one at
 * a time and only while nobody else's task waits or runs, and they join the gallery as they come. What has come so far
 * is read from the database, so that it goes on after a stop. A recipe that fails is passed over.
 */
export function createGalleryMore({ store, clock, tasks, tickets, settle, folder }: GalleryMoreDeps) {
  const { db, transact } = store;
  let waiting: SeedWords[] | undefined;
  store.whenEmptied(() => {
    waiting = undefined;
  });
  const keyOf = ({ name }: SeedWords) => `more-${name}`.slice(0, 64);

  async function begin(): Promise<SeedWords[]> {
    if ((await houseEditors(db)).size === 0) return [];
    const { more } = await readGallerySeed(folder);
    const rows = await db
      .selectFrom('gallery_picture')
      .select('seed_name')
      .where('seed_name', 'is not', null)
      .execute();
    const known = new Set(rows.map((row) => row.seed_name));
    return more.filter(({ name, recipe }) => recipe && !known.has(name));
  }

  async function isIdle(): Promise<boolean> {
    const job = await db.selectFrom('job').select('id').where('state', 'in', ['ready', 'running']).executeTakeFirst();
    return job === undefined;
  }

  async function order(entry: SeedWords, accountId: string): Promise<void> {
    const tool = entry.recipe ? toolById(entry.recipe.tool) : undefined;
    if (!tool || !entry.recipe) throw new ProductError('tool.unknown');
    const { params } = entry.recipe;
    const { total } = priceOf(tool, params, 0);
    const grant = { kind: tool.ticket.kind, amount: total, source: 'adjust', reason: '图库示例图', expiresAt: null };
    if (total > 0)
      await transact((tx) => tickets.grant(tx, accountId, { ...grant, idempotencyKey: `gallery:${keyOf(entry)}` }));
    const caller = { kind: 'user' as const, accountId, sessionHash: '' };
    await tasks.start(caller, { tool: tool.id, params, clientKey: keyOf(entry), isUnordered: true });
  }

  /** The last output: earlier ones are those it was chosen over. */
  const outputOf = (handle: Db, taskId: string) =>
    handle
      .selectFrom('task_image')
      .select('image_id')
      .where('task_id', '=', taskId)
      .orderBy('place', 'desc')
      .executeTakeFirst();

  async function putIn(entry: SeedWords, accountId: string, taskId: string): Promise<void> {
    await transact(async (tx) => {
      const output = await outputOf(tx, taskId);
      if (!output) return;
      const picture = { entry, imageId: output.image_id, ownerId: accountId, source: 'render' as const };
      await settle(tx, [await publish(tx, { ...picture, publishedAt: clock.now() })]);
    });
  }

  return {
    /** Does the next thing that can be done, if there is one; called now and then. */
    async advance(): Promise<void> {
      waiting ??= await begin();
      const [entry] = waiting;
      if (!entry) return;
      const accountId = (await houseEditors(db)).get(editorOf(entry.classifyId));
      if (!accountId) return void waiting.shift();
      const task = await db
        .selectFrom('task')
        .select(['id', 'status'])
        .where('account_id', '=', accountId)
        .where('client_key', '=', keyOf(entry))
        .executeTakeFirst();
      if (task?.status === 'queued' || task?.status === 'running') return;
      if (task) {
        if (task.status === 'succeeded') await putIn(entry, accountId, task.id);
        waiting.shift();
        return;
      }
      if (!(await isIdle())) return;
      await order(entry, accountId).catch((error: unknown) => {
        if (!(error instanceof ProductError)) throw error;
        waiting?.shift();
      });
    },
  };
}

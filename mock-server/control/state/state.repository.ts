import type { Db } from '../../modules/base/store.ts';

/** Id of the newest invoice of an order. */
export async function invoiceOf(db: Db, orderId: string): Promise<string | undefined> {
  const invoices = db.selectFrom('invoice').select('id').where('order_id', '=', orderId);
  return (await invoices.orderBy('created_at', 'desc').executeTakeFirst())?.id;
}

/** The codes of a batch, sorted. */
export async function codesOf(db: Db, batchId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('redeem_code')
    .select('code')
    .where('batch_id', '=', batchId)
    .orderBy('code')
    .execute();
  return rows.map(({ code }) => code);
}

/** Ids of the results of a task, in their order. */
export async function outputsOf(db: Db, taskId: string): Promise<string[]> {
  const outputs = db.selectFrom('task_image').select('image_id').where('task_id', '=', taskId);
  return (await outputs.orderBy('place').execute()).map((output) => output.image_id);
}

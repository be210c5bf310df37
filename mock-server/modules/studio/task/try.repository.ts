import type { Db } from '../../base/store.ts';
import type { StoredFile } from '../image/image.service.ts';
import type { FinishedOutput, TaskTry, TryOutcome } from './task-outputs.ts';

type Unkeyed<T extends StoredFile> = Omit<T, 'sha256'>;

/** Keeps what a try made. @param number from 1 on */
export async function insertTry(db: Db, taskId: string, number: number, tried: TaskTry): Promise<void> {
  const rows = tried.outputs.map(({ place, output: { sha256, judged, ...output } }) => {
    const { sha256: heatKey, ...heat } = judged?.heat ?? { sha256: null };
    return {
      ...{ task_id: taskId, number, place, seed: tried.seed, sha256, heat_sha256: heatKey },
      output: JSON.stringify({ ...output, ...(judged && { judged: { ...judged, ...(judged.heat && { heat }) } }) }),
      outcome: JSON.stringify(tried.outcome),
    };
  });
  await db.insertInto('task_try').values(rows).execute();
}

/** Earlier tries of a task that has not ended, in their order. */
export async function triesOf(db: Db, taskId: string): Promise<TaskTry[]> {
  const rows = await db
    .selectFrom('task_try')
    .selectAll()
    .where('task_id', '=', taskId)
    .orderBy('number')
    .orderBy('place')
    .execute();
  return [...Map.groupBy(rows, ({ number }) => number).values()].map((ofTry) => ({
    seed: ofTry[0]!.seed,
    outcome: JSON.parse(ofTry[0]!.outcome) as TryOutcome,
    outputs: ofTry.map(({ place, sha256, heat_sha256, output }) => ({
      place,
      output: keyed(output, sha256, heat_sha256),
    })),
  }));
}

function keyed(json: string, sha256: string, heatKey: string | null): FinishedOutput {
  const { judged, ...output } = JSON.parse(json) as Unkeyed<FinishedOutput>;
  if (!judged) return { ...output, sha256 };
  const { heat, ...found } = judged;
  return { ...output, sha256, judged: { ...found, ...(heat && heatKey && { heat: { ...heat, sha256: heatKey } }) } };
}

/** Forgets the tries of a task; returns the files that they named. */
export async function removeTries(db: Db, taskId: string): Promise<string[]> {
  const rows = await db
    .deleteFrom('task_try')
    .where('task_id', '=', taskId)
    .returning(['sha256', 'heat_sha256'])
    .execute();
  return rows.flatMap(({ sha256, heat_sha256 }) => (heat_sha256 === null ? [sha256] : [sha256, heat_sha256]));
}

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import Database from 'better-sqlite3';
import { minute } from '#shared/domain/time';

export const works = 20_000;
const pictures = [
  'villa-day',
  'villa-dusk',
  'living-room',
  'birdseye',
  'floor-plan',
  'lobby',
  'landscape',
  'villa-white',
];

interface SeededAccount {
  accountId: string;
  imageIds: string[];
}

/** Makes the account and stores a few real pictures that all works show. */
export async function prepare(request: APIRequestContext, origin: string, phoneNo: string): Promise<SeededAccount> {
  const answer = await request.post(`${origin}/__mock/accounts`, { data: { phoneNo, plan: 'pro', tickets: 1000 } });
  const { accountId } = (await answer.json()) as { accountId: string };
  const samples = 'user-app/public/samples';
  const index = JSON.parse(await readFile(`${samples}/index.json`, 'utf8')) as { name: string; file: string }[];
  const imageIds: string[] = [];
  for (const name of pictures) {
    const file = index.find((sample) => sample.name === name)?.file;
    if (!file) throw new Error(`there is no sample picture ${name}`);
    const buffer = await readFile(path.join(samples, file));
    const mimeType = `image/${path.extname(file).slice(1).replace('jpg', 'jpeg')}`;
    const upload = await request.post(`${origin}/api/upload/image`, {
      multipart: { file: { name: file, mimeType, buffer } },
    });
    imageIds.push(((await upload.json()) as { data: { imageId: string } }).data.imageId);
  }
  return { accountId, imageIds };
}

export function seedWorksPage(file: string, { accountId, imageIds }: SeededAccount): void {
  const db = new Database(file);
  const now = Date.now();
  const copyImage = db.prepare(
    `INSERT INTO image (id, owner_id, sha256, width, height, bytes, format, type, main_color, thumb_hash, created_at)
     SELECT @id, owner_id, sha256, width, height, bytes, format, 2, main_color, thumb_hash, @at
     FROM image WHERE id = @source`,
  );
  const insertTask = db.prepare(
    `INSERT INTO task (id, account_id, tool, client_key, params, status, seq, engine, seed, ms, ticket_kind, ticket_each,
       free_outputs, outputs, created_at, started_at, finished_at, words, error_reason, error_message)
     VALUES (@id, @accountId, @tool, @id, @params, @status, 3, 'embedded', 1, 800, 'normal', 0, 0, 1, @at, @at, @at,
       @words, @reason, @message)`,
  );
  const insertInput = db.prepare("INSERT INTO task_input (task_id, field, image_id) VALUES (?, 'upload_img', ?)");
  const insertOutput = db.prepare('INSERT INTO task_image (task_id, place, image_id) VALUES (?, 0, ?)');
  db.transaction(() => {
    for (let index = 1; index <= works; index++) {
      const id = `task_page${index}`;
      const at = now - (works - index) * 26 * minute;
      const source = imageIds[index % imageIds.length] as string;
      const isDone = index % 20 !== 0;
      const prompt = `第 ${index} 版，${'木格栅 '.repeat(20)}`;
      insertTask.run({
        id,
        accountId,
        tool: ['toline', 'upScaleImg', 'architecturalRender', 'clean'][index % 4],
        params: JSON.stringify({ upload_img: source, promptTxt: prompt }),
        status: isDone ? 'succeeded' : 'failed',
        at,
        words: prompt,
        reason: isDone ? null : 'engine.refused',
        message: isDone ? null : '图片里没有找到建筑，请换一张再试',
      });
      insertInput.run(id, source);
      if (!isDone) continue;
      copyImage.run({ id: `img_page${index}`, at, source });
      insertOutput.run(id, `img_page${index}`);
    }
  })();
  db.close();
}

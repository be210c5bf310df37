import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { type Measurement, say, tell } from './measurement.ts';
import { startServer } from './server.ts';

const works = 20_000;
const projects = 50;
const rounds = 15;
const words = ['清晨', '别墅', '立面', '商业', '庭院', '玻璃', '木格栅', '夜景', '雪后', '水岸'];

/**
 * Gives one account 20,000 works of a year, each with a result made from the one before, and asks the works page's
 * calls of the running server.
 */
export async function benchWorks(): Promise<Measurement[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'bench-works-'));
  const file = path.join(dataDir, 'zhuhui.db');
  try {
    const first = await startServer(dataDir);
    const { accountId, cookie } = await makeAccount(first.origin);
    await first.stop();
    seedWorks(file, accountId);
    say('20,000 works are there; the server starts on them');
    const second = await startServer(dataDir);
    try {
      return await measure(second.origin, cookie);
    } finally {
      await second.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measure(origin: string, cookie: string): Promise<Measurement[]> {
  const ask = async (address: string): Promise<{ nextCursor: string | null; list: unknown[] }> => {
    const response = await fetch(origin + address, { headers: { cookie } });
    if (!response.ok) throw new Error(`${address} answered ${response.status}`);
    return ((await response.json()) as { data: { nextCursor: string | null; list: unknown[] } }).data;
  };
  const time = async (name: string, address: string): Promise<Measurement> => {
    await ask(address);
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const startedAt = performance.now();
      await ask(address);
      times.push(performance.now() - startedAt);
    }
    const middle = times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
    return tell({ name: `${name}, of 20,000 works, median`, ours: middle, unit: 'ms', target: 'below 100 ms' });
  };
  let cursor = '';
  let pages = 0;
  for (let next: string | null = ''; next !== null && pages < 190; pages++) {
    cursor = next;
    next = (await ask(`/api/works?size=100${cursor && `&cursor=${cursor}`}`)).nextCursor;
  }
  return [
    await time('first page', '/api/works'),
    await time(`page ${pages}`, `/api/works?size=100&cursor=${cursor}`),
    await time('one project', '/api/works?projectId=project_bench7'),
    await time('starred', '/api/works?isStarred=true'),
    await time('failed', '/api/works?tab=failed'),
    await time('recycle bin', '/api/works?tab=bin'),
    await time('one tool', '/api/works?tool=toline'),
    await time('search that finds much', `/api/works?keyword=${encodeURIComponent('别墅')}`),
    await time('search that finds nothing', `/api/works?keyword=${encodeURIComponent('没有这个词')}`),
    await time('search within a project', `/api/works?projectId=none&keyword=${encodeURIComponent('没有这个词')}`),
    await time('counts of the tabs', '/api/works/summary'),
    await time('projects with counts', '/api/projects'),
    await time('tree of versions, cut at 400', '/api/works/versions/img_bench10000'),
    await time('page 1 of the paged list', '/api/ai/getTaskList?size=40'),
  ];
}

async function makeAccount(origin: string): Promise<{ accountId: string; cookie: string }> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${origin}/__mock/accounts`, { method: 'POST', headers, body: '{"plan":"pro"}' });
  return (await response.json()) as { accountId: string; cookie: string };
}

function seedWorks(file: string, accountId: string): void {
  const db = new Database(file);
  const now = Date.now();
  const minutes = 60_000;
  const insertBlob = db.prepare('INSERT INTO stored_file (sha256, bytes, created_at) VALUES (?, 1, ?)');
  const insertImage = db.prepare(
    `INSERT INTO image (id, owner_id, sha256, width, height, bytes, format, type, main_color, thumb_hash, created_at)
     VALUES (?, ?, 'bench', 1024, 768, 400000, 'png', 2, '#888888', '', ?)`,
  );
  const insertTask = db.prepare(
    `INSERT INTO task (id, account_id, tool, client_key, params, status, seq, engine, seed, ms, ticket_kind, ticket_each,
       free_outputs, outputs, created_at, started_at, finished_at, deleted_at, project_id, words, starred_at)
     VALUES (@id, @accountId, @tool, @id, @params, @status, 3, 'embedded', 1, 800, 'normal', 0, 0, 1, @at, @at, @at,
       @deletedAt, @projectId, @words, @starredAt)`,
  );
  const insertInput = db.prepare("INSERT INTO task_input (task_id, field, image_id) VALUES (?, 'upload_img', ?)");
  const insertOutput = db.prepare('INSERT INTO task_image (task_id, place, image_id) VALUES (?, 0, ?)');
  const insertProject = db.prepare(
    'INSERT INTO project (id, account_id, name, created_at, updated_at) VALUES (?, ?, ?, ?, ?)',
  );
  db.transaction(() => {
    insertBlob.run('bench', now);
    for (let index = 0; index < projects; index++)
      insertProject.run(`project_bench${index}`, accountId, `项目 ${index}`, now, now);
    insertImage.run('img_bench0', accountId, now);
    for (let index = 1; index <= works; index++) {
      const id = `task_bench${index}`;
      const at = now - (works - index) * 26 * minutes;
      const prompt = [words[index % 10], words[(index * 7) % 10], `第 ${index} 版，${'细节 '.repeat(30)}`].join(' ');
      const source = `img_bench${index - 1}`;
      const isDone = index % 20 !== 0;
      insertImage.run(`img_bench${index}`, accountId, at);
      insertTask.run({
        id,
        accountId,
        tool: ['toline', 'upScaleImg', 'architecturalRender', 'clean'][index % 4],
        params: JSON.stringify({ upload_img: source, promptTxt: prompt }),
        status: isDone ? 'succeeded' : 'failed',
        at,
        deletedAt: index % 25 === 0 ? at : null,
        projectId: index % 3 === 0 ? null : `project_bench${index % projects}`,
        words: prompt.toLowerCase(),
        starredAt: index % 50 === 1 ? at : null,
      });
      insertInput.run(id, source);
      insertOutput.run(id, `img_bench${index}`);
    }
  })();
  db.close();
}

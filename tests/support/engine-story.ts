import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Task } from '#shared/contract/task';
import { minute } from '#shared/domain/time';
import { readEnginesFile } from '../../mock-server/adapters/render/engines-file.ts';
import type { RenderEngine } from '../../mock-server/adapters/render/port.ts';
import { realEngines } from '../../mock-server/adapters/render/real.ts';
import { termsOf } from '../../mock-server/deps/shared.ts';
import { plainControl } from './control-pictures.ts';
import type { EngineFake } from './engine-fakes.ts';
import { oneRendering } from './image-service/engine-bench.ts';
import { copyFolder } from './interrupted-flow.ts';
import { observeWrites } from './observed-writes.ts';
import { startRelay } from './relay.ts';
import { type Member, startTestServer, type TestServer } from './server.ts';
import { createTestEngine } from './server-engine.ts';
import { drawPicture } from './server-pictures.ts';
import { plantFirstStart } from './server-template.ts';

/** Fen that are reserved for a run. */
export const reservedFen = 80;
const engineName = 'outside';

/** `crash`: nothing is done any more after the write. `stop`: the server is asked to stop, as by SIGTERM. */
export type Interruption = 'crash' | 'stop';

/** End of a task, with what the service and our books say of it. */
export interface StoryEnd {
  task: Task;
  /** Pictures that were begun at the service for it. */
  paid: number;
  /** Costs in the books of the engine, fen. */
  costFen: number;
  faults: string[];
}

export interface EngineStory {
  readonly server: TestServer;
  readonly member: Member;
  /** Starts a task that names the engine, or none. The same key is the same task. */
  begin(clientKey?: string, isNamed?: boolean): Promise<string>;
  /** The task after all its tries: those that are counted come after a pause of the server's clock. */
  end(taskId: string, paidBefore?: number): Promise<StoryEnd>;
  /**
   * Starts a task, interrupts the server after its write of this number, starts it again on what was left, and waits for
   * the end. Undefined when the task had ended before.
   */
  interrupted(write: number, by: Interruption): Promise<(StoryEnd & { write: string }) | undefined>;
  close(): Promise<void>;
}

/** A whole server with an engine behind a fake, on data of its own. */
export async function startEngineStory(fake: EngineFake): Promise<EngineStory> {
  const relay = await startRelay(fake.origin);
  const root = await mkdtemp(path.join(tmpdir(), 'zhuhui-engine-'));
  let requests = 0;
  const freshKey = () => {
    requests += 1;
    return `story-${requests}`;
  };

  async function start(dataDir: string): Promise<TestServer> {
    const file = path.join(root, 'engines.json');
    const budget = { perRunFen: reservedFen, dayFen: 100_000 };
    const address = `${relay.origin}${fake.path}`;
    const engine = { name: engineName, title: '外面的引擎', address, budget, ...fake.settings };
    await writeFile(file, JSON.stringify({ engines: [engine] }));
    const read = readEnginesFile(file);
    const engines: RenderEngine[] = [
      ...realEngines(read, { control: plainControl(), folder: path.join(dataDir, 'engine-runs') }),
      createTestEngine(['architecturalRender']),
    ];
    return startTestServer({ dataDir, engine: engines, engineTerms: termsOf(read) });
  }

  async function goOn(dataDir: string): Promise<void> {
    server = await start(dataDir);
    const visitor = server.visitor();
    visitor.cookies.set('sid', member.cookies.get('sid') ?? '');
    member = { ...visitor, accountId: member.accountId, phoneNo: member.phoneNo };
  }

  const firstFolder = path.join(root, 'data');
  await mkdir(firstFolder);
  await plantFirstStart(firstFolder);
  let server = await start(firstFolder);
  let member: Member = await server.member({ plan: 'pro', tickets: { normal: 1000 } });
  const { imageId } = await member.upload(await drawPicture());

  const begin = async (clientKey = freshKey(), isNamed = true) => {
    const params = { ...oneRendering(imageId), ...(isNamed && { engine: engineName }) };
    return (await member.api.startTask({ tool: 'architecturalRender', params, clientKey })).taskId;
  };

  async function end(taskId: string, paidBefore = 0): Promise<StoryEnd> {
    let task = await server.settled(member, taskId);
    for (let pauses = 0; pauses < 10 && task.status === 'queued'; pauses += 1) {
      await server.pass(minute);
      task = await server.settled(member, taskId);
    }
    const rows = await server.deps.store.db
      .selectFrom('job_attempt')
      .select('cost_fen')
      .where('task_id', '=', taskId)
      .execute();
    const costFen = rows.reduce((sum, row) => sum + (row.cost_fen ?? 0), 0);
    return { task, paid: fake.paid() - paidBefore, costFen, faults: await server.faults() };
  }

  async function interrupted(number: number, by: Interruption) {
    const paidBefore = fake.paid();
    const clientKey = freshKey();
    const copy = path.join(root, `data-${clientKey}`);
    const struck = Promise.withResolvers<string>();
    let writes = 0;
    const { dataDir } = server;
    const ignore = observeWrites(dataDir, {
      after({ name }) {
        if (writes++ !== number) return;
        if (by === 'crash') {
          copyFolder(dataDir, copy);
          relay.shut();
        }
        struck.resolve(name);
      },
    });
    const taskEnded = begin(clientKey)
      .then((taskId) => end(taskId))
      .then(
        () => undefined,
        () => undefined,
      );
    const write = await Promise.race([struck.promise, taskEnded]);
    ignore();
    if (write === undefined) return undefined;
    await server.stop(0);
    await taskEnded;
    await relay.reopen();
    await goOn(by === 'crash' ? copy : dataDir);
    // The client has not learned how its request ended, and sends it again.
    return { ...(await end(await begin(clientKey), paidBefore)), write };
  }

  return {
    get server() {
      return server;
    },
    get member() {
      return member;
    },
    ...{ begin, end, interrupted },
    async close() {
      await server.close();
      relay.close();
      await rm(root, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

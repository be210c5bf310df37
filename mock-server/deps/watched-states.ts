import { stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { type Plan, plans } from '#shared/domain/plan';
import { second } from '#shared/domain/time';
import type { Clock } from '../adapters/clock/port.ts';
import type { Metrics, WatchedState } from '../adapters/metrics/port.ts';
import type { QueueDesk } from '../modules/studio/task/queue-desk.service.ts';

/** Services whose state is read at each scrape. */
interface Watched {
  metrics: Pick<Metrics, 'watch'>;
  clock: Clock;
  queueDesk: Pick<QueueDesk, 'byPlan'>;
}

/** Has the metrics read the states that are no events: the queue, the disk and the database. */
export function watchStates(dataDir: string, { metrics, clock, queueDesk }: Watched): void {
  type Row = Awaited<ReturnType<QueueDesk['byPlan']>>[number];
  /** A value for every plan, 0 where it has no job of this state. */
  const byPlan = (state: 'ready' | 'running', numberOf: (row: Row) => number) => async () => {
    const rows = (await queueDesk.byPlan()).filter((row) => row.state === state);
    const of = (plan: Plan) => rows.find((row) => row.plan === plan);
    return plans.map((plan) => {
      const row = of(plan);
      return [[plan], row ? numberOf(row) : 0] as const;
    });
  };
  const database = path.join(dataDir, 'zhuhui.db');
  const sizeOf = (file: string) =>
    stat(file).then(
      ({ size }) => size,
      () => 0,
    );
  const states: WatchedState[] = [
    {
      name: 'queue_waiting',
      help: '等待中的任务，按会员套餐（决定优先程度）',
      labels: ['plan'],
      read: byPlan('ready', ({ count }) => count),
    },
    {
      name: 'queue_running',
      help: '运行中的任务，按会员套餐',
      labels: ['plan'],
      read: byPlan('running', ({ count }) => count),
    },
    {
      name: 'queue_oldest_age_seconds',
      help: '等得最久的任务已等待的时间，按会员套餐；没有时为 0',
      labels: ['plan'],
      read: byPlan('ready', ({ oldest }) => Math.max(0, clock.now() - oldest) / second),
    },
    {
      name: 'disk_free_bytes',
      help: '数据目录所在磁盘的可用空间',
      labels: [],
      read: async () => {
        const { bavail, bsize } = await statfs(dataDir);
        return [[[], bavail * bsize]];
      },
    },
    {
      name: 'database_bytes',
      help: '数据库文件的大小：main 为数据库，log 为预写日志',
      labels: ['file'],
      read: async () => [
        [['main'], await sizeOf(database)],
        [['log'], await sizeOf(`${database}-wal`)],
      ],
    },
  ];
  metrics.watch(states);
}

import type { FigureGroup, FigureList, FigureUnit, ReportFigure } from '#shared/contract/report-desk';
import { ticketKinds, ticketLabels } from '#shared/domain/ticket-kind';
import { day } from '#shared/domain/time';
import { type ErrorReason, errorCatalogue } from '#shared/errors';
import type * as reports from './report.repository.ts';

type Rows<Query extends keyof typeof reports> = (typeof reports)[Query] extends (
  // biome-ignore lint/suspicious/noExplicitAny: whatever it is asked with
  ...asked: any[]
) => Promise<infer R>
  ? R
  : never;

/** Rows of the database for a span. */
export interface Found {
  span: reports.Span;
  now: number;
  made: Rows<'ordersMade'>;
  paid: Rows<'payments'>;
  refunded: Rows<'refundsDone'>;
  payers: Rows<'payers'>;
  payersOfAll: Rows<'payers'>;
  active: Rows<'activePeople'>;
  activeOfAll: Rows<'activePeople'>;
  people: Rows<'newPeople'>;
  ended: Rows<'tasksEnded'>;
  pictures: Rows<'picturesDelivered'>;
  waits: Rows<'countWaiting'>;
  waitsOfAll: Rows<'countWaiting'>;
  tickets: Rows<'ticketEntries'>;
  runs: Rows<'engineRuns'>;
  queue: Rows<'queueNow'>;
}

type Daily = Array<number | null>;
type Told = Pick<ReportFigure, 'id' | 'title' | 'counts'> & { list?: FigureList };

const listOf = (
  resource: FigureList['resource'],
  timeField: string | null,
  filters: Record<string, string> = {},
): FigureList => ({ resource, timeField, filters });

const withoutTests = '测试账号不计入';
const ticketLists = { sold: 'grant', spent: 'spend', returned: 'return' } as const;
const ticketWords = {
  sold: ['售出', '用户购买的券包到账的券，按到账日'],
  spent: ['消耗', '生成完成时实际扣掉的券，按结算日；占用中的不算'],
  returned: ['退回', '占用结束后退回的券（失败、取消、多占），按结算日；名单只列整笔退回的，部分退回在“消耗”的流水里'],
} as const;

/** Every number of the overview, each with what it counts and the list behind it. */
export function figuresOf(found: Found): ReportFigure[] {
  return [
    ...moneyFigures(found),
    ...orderFigures(found),
    ...peopleFigures(found),
    ...workFigures(found),
    ...waitFigures(found),
    ...ticketFigures(found),
    ...failureFigures(found),
    ...engineFigures(found),
    ...queueFigures(found),
  ];
}

function moneyFigures(found: Found): ReportFigure[] {
  const paidFen = daily(found, found.paid, ({ fen }) => fen);
  const refundedFen = daily(found, found.refunded, ({ fen }) => fen);
  return [
    added(
      'money',
      'fen',
      paidFen.map((fen, place) => fen - (refundedFen[place] ?? 0)),
      {
        id: 'revenue',
        title: '净收入',
        counts: `当天收到的付款减去当天退出的款；${withoutTests}`,
        list: listOf('orders', 'paidAt'),
      },
    ),
    added('money', 'fen', paidFen, {
      id: 'paidSum',
      title: '收款',
      counts: `当天付款成功的订单的实付金额；${withoutTests}`,
      list: listOf('orders', 'paidAt'),
    }),
    added('money', 'fen', refundedFen, {
      id: 'refundedSum',
      title: '退款',
      counts: `当天退款成功的金额；${withoutTests}`,
      list: listOf('refunds', 'doneAt', { status: 'done' }),
    }),
  ];
}

function orderFigures(found: Found): ReportFigure[] {
  const made = daily(found, found.made, (row) => row.made);
  const paidSince = daily(found, found.made, (row) => row.paid);
  return [
    added('orders', 'count', made, {
      id: 'ordersMade',
      title: '新订单',
      counts: `当天创建的订单；${withoutTests}`,
      list: listOf('orders', 'createdAt'),
    }),
    added(
      'orders',
      'count',
      daily(found, found.paid, ({ orders }) => orders),
      {
        id: 'ordersPaid',
        title: '付款订单',
        counts: `当天付款成功的订单，后来退款的也在内；${withoutTests}`,
        list: listOf('orders', 'paidAt'),
      },
    ),
    apart('orders', 'share', shares(paidSince, made), share(sum(paidSince), sum(made)), {
      id: 'orderPayRate',
      title: '订单付款率',
      counts: `当天创建的订单里，到现在已付款的比例；${withoutTests}`,
      list: listOf('orders', 'createdAt'),
    }),
  ];
}

function peopleFigures(found: Found): ReportFigure[] {
  const payers = daily(found, found.payers, ({ people }) => people);
  const active = daily(found, found.active, ({ people }) => people);
  const [payersOfAll = 0, activeOfAll = 0] = [found.payersOfAll, found.activeOfAll].map((rows) => rows[0]?.people ?? 0);
  const newPeople = daily(found, found.people, ({ people }) => people);
  return [
    apart('people', 'count', payers, payersOfAll, {
      id: 'payers',
      title: '付款用户',
      counts: '当天付过款的不同用户；合计里同一人只算一次；测试账号和员工不计入',
      list: listOf('orders', 'paidAt'),
    }),
    apart('people', 'count', active, activeOfAll, {
      id: 'activePeople',
      title: '活跃用户',
      counts: '当天登录过或提交过任务的不同用户；合计里同一人只算一次；测试账号和员工不计入；名单按提交的任务列出',
      list: listOf('tasks', 'createdAt'),
    }),
    apart('people', 'share', shares(payers, active), share(payersOfAll, activeOfAll), {
      id: 'payingRate',
      title: '付费率',
      counts: '付款用户 ÷ 活跃用户；测试账号和员工不计入',
      list: listOf('orders', 'paidAt'),
    }),
    added('people', 'count', newPeople, {
      id: 'newPeople',
      title: '新用户',
      counts: '当天注册的用户，后来注销的也在内；测试账号和员工不计入',
      list: listOf('accounts', 'createdAt'),
    }),
    retention(found, 1, ({ after1 }) => after1),
    retention(found, 7, ({ after7 }) => after7),
  ];
}

/** Share of people who came back so many days later, of those for whom that day is over. */
function retention(found: Found, days: number, value: (row: Found['people'][number]) => number): ReportFigure {
  const { span, now } = found;
  const newPeople = daily(found, found.people, ({ people }) => people);
  const back = daily(found, found.people, value);
  const isOver = (place: number) => span.from + (place + days + 1) * day <= now;
  const counted = newPeople.map((people, place) => (isOver(place) ? people : 0));
  const came = back.map((people, place) => (isOver(place) ? people : 0));
  return apart('people', 'share', shares(came, counted), share(sum(came), sum(counted)), {
    id: `retention${days}`,
    title: `${days === 1 ? '次日' : `${days} 日`}留存`,
    counts: `当天注册的用户里，第 ${days} 天（北京时间整日）有过登录或提交任务的比例；那一天还没过完的不算；已退出的登录只有最近一次留有时间，所以数值偏低；${withoutTests}`,
    list: listOf('accounts', 'createdAt'),
  });
}

function workFigures(found: Found): ReportFigure[] {
  const successes = daily(found, found.ended, ({ status, tasks }) => (status === 'succeeded' ? tasks : 0));
  const failures = daily(found, found.ended, ({ status, tasks }) => (status === 'failed' ? tasks : 0));
  const ended = successes.map((tasks, place) => tasks + (failures[place] ?? 0));
  return [
    added(
      'works',
      'count',
      daily(found, found.pictures, ({ pictures }) => pictures),
      {
        id: 'pictures',
        title: '交付图片',
        counts: '当天完成的任务交付的图片和视频；包含测试账号',
        list: listOf('tasks', 'finishedAt', { status: 'succeeded' }),
      },
    ),
    added('works', 'count', successes, {
      id: 'tasksSucceeded',
      title: '完成任务',
      counts: '当天完成的任务；包含测试账号',
      list: listOf('tasks', 'finishedAt', { status: 'succeeded' }),
    }),
    added('works', 'count', failures, {
      id: 'tasksFailed',
      title: '失败任务',
      counts: '当天失败的任务，取消的不算；包含测试账号',
      list: listOf('tasks', 'finishedAt', { status: 'failed' }),
    }),
    apart('works', 'share', shares(successes, ended), share(sum(successes), sum(ended)), {
      id: 'successRate',
      title: '成功率',
      counts: '完成 ÷（完成＋失败），按结束日；取消的不算；包含测试账号',
      list: listOf('tasks', 'finishedAt', { status: 'failed' }),
    }),
  ];
}

function waitFigures(found: Found): ReportFigure[] {
  return [
    ...(
      [
        ['half', '等待中位数', '一半'],
        ['most', '九成任务的等待', '九成'],
      ] as const
    ).map(([which, title, portion]) =>
      apart(
        'waits',
        'ms',
        known(found, found.waits, (row) => row[which]),
        found.waitsOfAll[0]?.[which] ?? null,
        {
          id: which === 'half' ? 'waitP50' : 'waitP90',
          title,
          counts: `当天开始运行的任务里，${portion}的等待不超过这个时间；从提交算到最近一次开始运行；包含测试账号`,
          list: listOf('tasks', 'startedAt'),
        },
      ),
    ),
  ];
}

function ticketFigures(found: Found): ReportFigure[] {
  const sumOf = (kind: string, what: string, role: string) =>
    daily(found, found.tickets, (row) =>
      row.kind === kind && row.what === what && row.role === role ? row.tickets : 0,
    );
  return ticketKinds.flatMap((kind) => {
    const spent = sumOf(kind, 'settled', 'spent');
    const released = sumOf(kind, 'settled', 'held').map((tickets) => -tickets);
    const returned = released.map((tickets, place) => tickets - (spent[place] ?? 0));
    const days = { sold: sumOf(kind, 'sold', 'available'), spent, returned };
    return (['sold', 'spent', 'returned'] as const).map((what) =>
      added('tickets', 'count', days[what], {
        id: `tickets.${kind}.${what}`,
        title: `${ticketLabels[kind]}${ticketWords[what][0]}`,
        counts: `${ticketWords[what][1]}；${withoutTests}`,
        list: listOf('tickets', 'createdAt', { kind, movement: ticketLists[what] }),
      }),
    );
  });
}

function failureFigures(found: Found): ReportFigure[] {
  const reasons = [...new Set(found.ended.flatMap((row) => (row.status === 'failed' ? [row.error_reason] : [])))];
  return [
    ...reasons.map((reason) =>
      added(
        'failures',
        'count',
        daily(found, found.ended, (row) => (row.status === 'failed' && row.error_reason === reason ? row.tasks : 0)),
        {
          id: `failures.${reason ?? ''}`,
          title: titleOf(reason),
          counts: `当天因此失败的任务（${reason ?? '没有留下原因'}）；包含测试账号`,
          list: listOf('tasks', 'finishedAt', { status: 'failed', ...(reason !== null && { errorReason: reason }) }),
        },
      ),
    ),
  ];
}

function engineFigures(found: Found): ReportFigure[] {
  const engines = [...new Set(found.runs.map(({ engine }) => engine))];
  return [
    ...engines.flatMap((engine) => [
      added(
        'engineRuns',
        'count',
        daily(found, found.runs, (row) => (row.engine === engine ? row.runs : 0)),
        {
          id: `engineRuns.${engine}`,
          title: engine,
          counts: '当天结束的运行，重试各算一次；名单列出当天结束的任务，重试在任务详情里；包含测试账号',
          list: listOf('tasks', 'finishedAt', { engine }),
        },
      ),
      added(
        'engineTime',
        'ms',
        daily(found, found.runs, (row) => (row.engine === engine ? row.ms : 0)),
        {
          id: `engineTime.${engine}`,
          title: engine,
          counts: '当天结束的运行从开始到结束的时间之和，失败和重试也在内；包含测试账号',
          list: listOf('tasks', 'finishedAt', { engine }),
        },
      ),
    ]),
  ];
}

function queueFigures(found: Found): ReportFigure[] {
  const jobs = (state: string) => found.queue.find((row) => row.state === state)?.jobs ?? 0;
  return [
    ...(
      [
        ['ready', 'queued', '排队'],
        ['running', 'running', '生成中'],
      ] as const
    ).map(([state, status, title]) =>
      apart('queue', 'count', [], jobs(state), {
        id: `queue.${status}`,
        title,
        counts: `现在${title}的任务，与日期无关；包含测试账号`,
        list: listOf('tasks', null, { status }),
      }),
    ),
  ];
}

const lengthOf = ({ span }: Found) => Math.round((span.to - span.from) / day);

/** Sums of rows by day. */
function daily<Row extends { day: number }>(found: Found, rows: readonly Row[], value: (row: Row) => number): number[] {
  const days = Array.from({ length: lengthOf(found) }, () => 0);
  for (const row of rows) days[row.day] = (days[row.day] ?? 0) + value(row);
  return days;
}

/** Values by day; null for days without a row. */
function known<Row extends { day: number }>(found: Found, rows: readonly Row[], value: (row: Row) => number): Daily {
  const byDay = new Map(rows.map((row) => [row.day, value(row)]));
  return Array.from({ length: lengthOf(found) }, (_, place) => byDay.get(place) ?? null);
}

const sum = (days: Daily) => days.reduce<number>((total, value) => total + (value ?? 0), 0);
const share = (part: number, whole: number) => (whole > 0 ? part / whole : null);
const shares = (parts: number[], wholes: number[]) => wholes.map((whole, place) => share(parts[place] ?? 0, whole));

/** A figure whose total is the sum of its days. */
function added(group: FigureGroup, unit: FigureUnit, days: number[], told: Told): ReportFigure {
  return { group, unit, list: null, ...told, days, total: sum(days), isAdditive: true };
}

/** A figure whose total is counted apart from its days. */
function apart(group: FigureGroup, unit: FigureUnit, days: Daily, total: number | null, told: Told): ReportFigure {
  return { group, unit, list: null, ...told, days, total, isAdditive: false };
}

/** Sentence of a failure; its reason when the sentence has placeholders. */
function titleOf(reason: string | null): string {
  if (reason === null) return '未记录原因';
  const sentence = reason in errorCatalogue ? errorCatalogue[reason as ErrorReason].sentence : '';
  return sentence === '' || sentence.includes('{') ? reason : sentence;
}

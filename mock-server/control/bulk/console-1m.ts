import { day, minute, second } from '#shared/domain/time';
import { type BulkPlan, type BulkStep, chance, idOf, insert, numbers, pick } from './plan.ts';

const surnames = [...'王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗'];
const givenNames = [...'伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平', '志文', '海波', '晨宇', '浩然', '子轩', '欣怡'];
const prompts = ['现代客厅，落地窗，黄昏的光', '两层别墅，清水混凝土', '新中式茶室，竹影', '湖边书店，木与玻璃'];

/** Phone number of the account with the most tasks and orders. */
export const busiestCustomer = '13700000000';

/** Milliseconds between one task or order and the next. */
const apart = 25 * second;
const bytesPerRow = 4200;
const ticketsLeft = 50;
const ticketsOfOrder = 20;
const price = 990;

/** A channel that the server does not have: its orders stand in no bill that is compared. */
const formerChannel = `'former'`;
const product = JSON.stringify({
  ...{ kind: 'package', title: '普通券 20 张', price, gives: ['普通券 20 张，24 个月内有效'], ticketKind: 'normal' },
  ...{ tickets: ticketsOfOrder, validMonths: 24, singlePrice: 50 },
});

/*
 * Rows by their number n. A group of twenty tasks and twenty orders, from n = 20 g on, makes eighteen movements of
 * tickets: one for each of the eight orders that were delivered, two for each of the five tasks that cost a ticket.
 */
const isDelivered = (n: string) => `${n} % 5 < 2`;
const isRefunded = (n: string) => `${n} % 50 = 4`;
const costsTicket = (n: string) => `${n} % 4 = 0`;
const statusOf = (n: string) => `CASE ${n} % 20 WHEN 8 THEN 'failed' WHEN 13 THEN 'canceled' ELSE 'succeeded' END`;

const user = (n: string) => idOf('user_customer', n);
const task = (n: string) => idOf('task_bulk', n);
const order = (n: string) => idOf('order_bulk', n);
const hold = (n: string) => idOf('hold_bulk', n);

/**
 * A tenth as many accounts as tasks, orders and movements of tickets, by the rules: books balance, every finished task
 * has its picture.
 *
 * @param rows number of tasks, of orders and of movements of tickets; a multiple of 200
 */
export function consolePlan(rows: number): BulkPlan {
  const accounts = rows / 10;
  const at = (n: string) => `(:now - (${rows} - ${n}) * ${apart} - ${minute})`;
  const owner = (n: string, salt: number) => `CASE ${n} % 100 WHEN 0 THEN 0 ELSE ${chance(salt, accounts, n)} END`;
  const facts: Facts = {
    rows,
    accounts,
    at,
    joined: `:now - ${500 * day} + n`,
    taskOwner: (n) => owner(n, 1),
    orderOwner: (n) => owner(n, 2),
  };
  return {
    tables: [
      ...['task', 'task_input', 'task_image', 'image', 'job', 'ticket_hold', 'ticket_lot', 'ledger_transaction'],
      ...['ledger_entry', 'purchase_order', 'order_event', 'refund', 'account', 'membership_period'],
    ],
    bytes: rows * bytesPerRow,
    steps: [...accountSteps(facts), ...taskSteps(facts), ...orderSteps(facts), ...ledgerSteps(facts)],
  };
}

interface Facts {
  rows: number;
  accounts: number;
  /** SQL for the time of a task or order, by its number. */
  at(n: string): string;
  joined: string;
  /** SQL for the number of the account, by that of the task. */
  taskOwner(n: string): string;
  orderOwner(n: string): string;
}

function accountSteps({ accounts, joined }: Facts): BulkStep[] {
  const plan = (n: string) =>
    `CASE WHEN ${n} % 50 = 0 THEN 'team' WHEN ${n} % 12 = 1 THEN 'pro' WHEN ${n} % 10 = 2 THEN 'basic' ELSE 'free' END`;
  const endsAt = `:now + (30 + ${chance(3, 300)}) * ${day}`;
  const nickName = `${pick(surnames, 4)} || ${pick(givenNames, 5)} || CASE n % 4 WHEN 0 THEN '工作室' WHEN 1 THEN n ELSE '' END`;
  return [
    {
      title: '账号',
      rows: accounts,
      statements: [
        insert('account', {
          ...{ id: user('n'), phone_no: `'137' || printf('%08d', n)`, nick_name: nickName, plan: plan('n') },
          user_type: `CASE ${plan('n')} WHEN 'team' THEN 3 WHEN 'pro' THEN 2 WHEN 'basic' THEN 1 ELSE 0 END`,
          plan_expires_at: `CASE ${plan('n')} WHEN 'free' THEN NULL ELSE ${endsAt} END`,
          status: `CASE n % 500 WHEN 7 THEN 'banned' ELSE 'active' END`,
          email: `CASE n % 3 WHEN 0 THEN 'user' || n || '@example.com' END`,
          ...{ invite_code: `'BULK' || n`, created_at: joined, updated_at: joined },
          last_login_at: `CASE n % 10 WHEN 9 THEN NULL ELSE :now - ${chance(6, 100)} * ${day} END`,
        }),
        `${insert('membership_period', {
          ...{ id: idOf('period_bulk', 'n'), account_id: user('n'), plan: plan('n'), starts_at: `:now - ${20 * day}` },
          ...{ ends_at: endsAt, source: `'staff'`, created_at: `:now - ${20 * day}` },
        })} WHERE ${plan('n')} <> 'free'`,
        insert(
          'image',
          pictureValues({ id: idOf('img_upload', 'n'), owner: user('n'), type: 1, at: joined }),
          shownPictures,
        ),
      ],
    },
  ];
}

/** Pictures that the template has before, by their place. */
const shownPictures = `numbers JOIN (SELECT row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS total,
    sha256, width, height, bytes, format, main_color, thumb_hash
  FROM image WHERE id NOT LIKE 'img_upload%' AND id NOT LIKE 'img_bulk%') shown ON shown.place = n % shown.total`;

const pictureValues = ({ id, owner, type, at }: { id: string; owner: string; type: 1 | 2; at: string }) => ({
  ...{ id, owner_id: owner, type: String(type), created_at: at },
  ...{ sha256: 'shown.sha256', width: 'shown.width', height: 'shown.height', bytes: 'shown.bytes' },
  ...{ format: 'shown.format', main_color: 'shown.main_color', thumb_hash: 'shown.thumb_hash' },
});

function taskSteps({ rows, at, taskOwner }: Facts): BulkStep[] {
  const status = statusOf('n');
  const owner = user(taskOwner('n'));
  const upload = idOf('img_upload', taskOwner('n'));
  const ms = `(500 + ${chance(7, 60_000)})`;
  const hasRun = `${status} <> 'canceled'`;
  const isDrawn = 'n % 2 = 0';
  const prompt = pick(prompts, 8);
  return [
    {
      title: '任务',
      rows,
      statements: [
        insert('task', {
          ...{ id: task('n'), account_id: owner, client_key: `'bulk-' || n`, status, seq: '4', engine: `'embedded'` },
          tool: `CASE WHEN ${isDrawn} THEN 'upScaleImg' ELSE 'text2Img' END`,
          params: `CASE WHEN ${isDrawn} THEN json_object('upload_img', ${upload}, 'scale', 2, 'denoise', 20, 'sharpen', 40, 'isLineTextFirst', json('false'))
            ELSE json_object('promptTxt', ${prompt}, 'ratio', '3:2', 'num', 1) END`,
          words: `CASE WHEN ${isDrawn} THEN '' ELSE ${prompt} END`,
          ...{ progress: `CASE ${status} WHEN 'succeeded' THEN 1 ELSE 0 END`, seed: 'n', outputs: '1' },
          quality: `CASE ${status} WHEN 'succeeded' THEN 'final' END`,
          ms: `CASE ${status} WHEN 'succeeded' THEN ${ms} END`,
          ...{
            ticket_kind: `'normal'`,
            ticket_each: '1',
            free_outputs: `CASE WHEN ${costsTicket('n')} THEN 0 ELSE 1 END`,
          },
          error_reason: `CASE ${status} WHEN 'failed' THEN 'engine.failed' END`,
          error_message: `CASE ${status} WHEN 'failed' THEN '生成失败，券已退回，请重试' END`,
          ...{ created_at: at('n'), started_at: `CASE WHEN ${hasRun} THEN ${at('n')} + 800 END` },
          finished_at: `${at('n')} + 800 + ${ms}`,
          workload: `CASE WHEN ${isDrawn} THEN 'x2' ELSE '' END`,
        }),
        `${insert('task_input', { task_id: task('n'), field: `'upload_img'`, image_id: upload })} WHERE ${isDrawn}`,
        insert('job', {
          ...{ task_id: task('n'), account_id: owner, run_at: at('n'), created_at: at('n'), turn: '0' },
          state: `CASE ${status} WHEN 'succeeded' THEN 'done' ELSE 'dead' END`,
          attempt: `CASE WHEN ${hasRun} THEN 1 ELSE 0 END`,
        }),
        `${insert('image', pictureValues({ id: idOf('img_bulk', 'n'), owner, type: 2, at: `${at('n')} + 800 + ${ms}` }), shownPictures)}
          WHERE ${status} = 'succeeded'`,
        `${insert('task_image', { task_id: task('n'), place: '0', image_id: idOf('img_bulk', 'n') })}
          WHERE ${status} = 'succeeded'`,
        `${insert('ticket_hold', {
          ...{
            id: hold('n'),
            account_id: owner,
            kind: `'normal'`,
            amount: '1',
            reference: task('n'),
            state: `'settled'`,
          },
          spent: `CASE ${status} WHEN 'succeeded' THEN 1 ELSE 0 END`,
          returned: `CASE ${status} WHEN 'succeeded' THEN 0 ELSE 1 END`,
          ...{ created_at: at('n'), settled_at: `${at('n')} + 800 + ${ms}` },
        })} WHERE ${costsTicket('n')}`,
        `${insert('ticket_hold_part', { hold_id: hold('n'), lot_id: idOf('lot_gift', taskOwner('n')), amount: '1' })}
          WHERE ${costsTicket('n')}`,
      ],
    },
  ];
}

function orderSteps({ rows, at, orderOwner }: Facts): BulkStep[] {
  const status = `CASE WHEN ${isDelivered('n')} THEN 'completed' WHEN ${isRefunded('n')} THEN 'refunded' ELSE 'closed' END`;
  const isPaid = `(${isDelivered('n')} OR ${isRefunded('n')})`;
  const owner = user(orderOwner('n'));
  const event = (what: string, detail: string, after: number, actor = 'system') =>
    insert('order_event', {
      ...{ order_id: order('n'), what: `'${what}'`, detail, actor: `'${actor}'`, created_at: `${at('n')} + ${after}` },
    });
  return [
    {
      title: '订单',
      rows,
      statements: [
        insert('purchase_order', {
          ...{
            id: order('n'),
            order_no: `'ZHBULK' || printf('%012d', n)`,
            account_id: owner,
            product_id: `'normal-20'`,
          },
          ...{
            kind: `'package'`,
            quantity: '1',
            amount: String(price),
            title: `'普通券 20 张'`,
            snapshot: `'${product}'`,
          },
          ...{ pay_type: `CASE n % 3 WHEN 0 THEN 'wechat' ELSE 'alipay' END`, provider: formerChannel, status },
          close_reason: `CASE ${status} WHEN 'closed' THEN 'expired' END`,
          ...{
            trade_no: `CASE WHEN ${isPaid} THEN 'T' || n END`,
            paid_amount: `CASE WHEN ${isPaid} THEN ${price} END`,
          },
          refunded_amount: `CASE ${status} WHEN 'refunded' THEN ${price} ELSE 0 END`,
          ...{ created_at: at('n'), expires_at: `${at('n')} + ${15 * minute}` },
          paid_at: `CASE WHEN ${isPaid} THEN ${at('n')} + 30000 END`,
          completed_at: `CASE ${status} WHEN 'completed' THEN ${at('n')} + 31000 END`,
          closed_at: `CASE ${status} WHEN 'closed' THEN ${at('n')} + ${15 * minute} END`,
          refunded_at: `CASE ${status} WHEN 'refunded' THEN ${at('n')} + 50000 END`,
          first_refund_at: `CASE ${status} WHEN 'refunded' THEN ${at('n')} + 40000 END`,
        }),
        event('created', `'普通券 20 张，24 个月内有效'`, 0, 'buyer'),
        `${event('completed', `'普通券 20 张，24 个月内有效'`, 31_000)} WHERE ${isDelivered('n')}`,
        `${event('refunded', `'¥9.90'`, 50_000, 'provider')} WHERE ${isRefunded('n')}`,
        `${insert('refund', {
          ...{ id: idOf('refund_bulk', 'n'), order_id: order('n'), amount: String(price), reason: `'没有发放'` },
          ...{ status: `'done'`, requested_by: `'system'`, created_at: `${at('n')} + 40000` },
          ...{
            done_at: `${at('n')} + 50000`,
            number: `(SELECT given FROM counter WHERE name = 'refund') + n / 50 + 1`,
          },
        })} WHERE ${isRefunded('n')}`,
        `${insert('ticket_lot', {
          ...{ id: idOf('lot_bulk', 'n'), account_id: owner, kind: `'normal'`, source: `'package'` },
          ...{ amount: String(ticketsOfOrder), remaining: String(ticketsOfOrder), starts_at: `${at('n')} + 31000` },
          ...{ expires_at: `${at('n')} + ${730 * day}`, created_at: `${at('n')} + 31000` },
          ...{ reason: `'购买普通券 20 张'`, reference: order('n') },
        })} WHERE ${isDelivered('n')}`,
      ],
    },
  ];
}

function ledgerSteps({ rows, accounts, at, taskOwner, orderOwner, joined }: Facts): BulkStep[] {
  const given = `(SELECT given FROM counter WHERE name = 'ledger_transaction')`;
  return [
    {
      title: '赠券',
      rows: accounts,
      statements: [
        `${numbers} INSERT INTO ticket_lot (id, account_id, kind, source, amount, remaining, starts_at, created_at, reason)
          SELECT ${idOf('lot_gift', 'n')}, ${user('n')}, 'normal', 'adjust',
            ${ticketsLeft} + coalesce(used.spent, 0), ${ticketsLeft}, ${joined}, ${joined}, '开业赠券'
          FROM numbers LEFT JOIN (SELECT account_id, sum(spent) AS spent FROM ticket_hold GROUP BY account_id) used
            ON used.account_id = ${user('n')}`,
        insert('ledger_transaction', {
          ...{ id: idOf('entry_gift', 'n'), account_id: user('n'), kind: `'normal'`, movement: `'grant'` },
          ...{
            idempotency_key: `'bulk-gift:' || n`,
            reason: `'开业赠券'`,
            created_at: joined,
            number: `${given} + n + 1`,
          },
        }),
        ...bookings(
          `t.id = ${idOf('entry_gift', 'n')}`,
          `(SELECT amount FROM ticket_lot l WHERE l.id = ${idOf('lot_gift', 'n')})`,
        ),
      ],
    },
    {
      title: '券的流水',
      rows: rows - accounts,
      statements: [
        movements({ given, accounts, at, taskOwner, orderOwner }),
        ...bookings(`t.id = ${idOf('entry_bulk', 'n')}`, String(ticketsOfOrder)),
      ],
    },
    {
      title: '编号',
      rows: 1,
      statements: [
        `UPDATE counter SET given = given + ${rows} WHERE name = 'ledger_transaction'`,
        `UPDATE counter SET given = given + ${rows} WHERE name = 'refund'`,
      ],
    },
  ];
}

/** The movements of delivered orders and of tasks that cost tickets; see above for their numbers. */
function movements({
  given,
  accounts,
  at,
  taskOwner,
  orderOwner,
}: Pick<Facts, 'accounts' | 'at' | 'taskOwner' | 'orderOwner'> & { given: string }): string {
  const ofOrder = 'slot < 8';
  // The eight orders of a group are its first two of five each time.
  const orderNo = '(20 * grp + slot / 2 * 5 + slot % 2)';
  const taskNo = '(20 * grp + (slot - 8) / 2 * 4)';
  const isHold = 'slot % 2 = 0';
  const isReturned = `${taskNo} % 20 = 8`;
  return `${numbers} INSERT INTO ledger_transaction
      (id, account_id, kind, movement, idempotency_key, reference, reason, created_at, number)
    SELECT ${idOf('entry_bulk', 'n')},
      CASE WHEN ${ofOrder} THEN ${user(orderOwner(orderNo))} ELSE ${user(taskOwner(taskNo))} END, 'normal',
      CASE WHEN ${ofOrder} THEN 'grant' WHEN ${isHold} THEN 'hold' WHEN ${isReturned} THEN 'return' ELSE 'spend' END,
      CASE WHEN ${ofOrder} THEN 'order:' || ${order(orderNo)}
        WHEN ${isHold} THEN 'hold:' || ${task(taskNo)} ELSE 'settle:' || ${task(taskNo)} END,
      CASE WHEN ${ofOrder} THEN ${order(orderNo)} ELSE ${task(taskNo)} END,
      CASE WHEN ${ofOrder} THEN '购买普通券 20 张' WHEN ${isHold} THEN '清晰度提升'
        WHEN ${isReturned} THEN '生成失败' ELSE '生成完成' END,
      CASE WHEN ${ofOrder} THEN ${at(orderNo)} + 31000 ELSE ${at(taskNo)} + (slot % 2) * 60000 END,
      ${given} + ${accounts} + n + 1
    FROM (SELECT n, n / 18 AS grp, n % 18 AS slot FROM numbers)`;
}

/**
 * Both legs of the movements of a slice, and the balances after them.
 *
 * @param which joins the movement `t` to the number
 * @param granted SQL for the tickets of a grant; everything else moves one
 */
function bookings(which: string, granted: string): string[] {
  const amount = `CASE t.movement WHEN 'grant' THEN ${granted} ELSE 1 END`;
  const from = `CASE t.movement WHEN 'grant' THEN 'granted' WHEN 'hold' THEN 'available' ELSE 'held' END`;
  const to = `CASE t.movement WHEN 'hold' THEN 'held' WHEN 'spend' THEN 'spent' ELSE 'available' END`;
  const leg = (place: number, role: string, delta: string) =>
    `SELECT t.id, t.number, t.account_id, ${place} AS leg, ${role} AS role, ${delta} AS delta
      FROM numbers JOIN ledger_transaction t ON ${which}`;
  const legs = `legs AS (
      SELECT *, CASE WHEN role IN ('granted', 'spent') THEN NULL ELSE account_id END AS owner_id
      FROM (${leg(0, from, `-${amount}`)} UNION ALL ${leg(1, to, amount)})),
    booked AS (SELECT *, coalesce(owner_id, 'house') || ':normal:' || role AS account FROM legs)`;
  return [
    `${numbers}, ${legs} INSERT INTO ledger_entry (transaction_id, ledger_account, delta, balance_after)
      SELECT booked.id, account, delta,
        coalesce(a.balance, 0) + sum(delta) OVER (PARTITION BY account ORDER BY number, leg ROWS UNBOUNDED PRECEDING)
      FROM booked LEFT JOIN ledger_account a ON a.id = account ORDER BY number, leg`,
    `${numbers}, ${legs} INSERT OR IGNORE INTO ledger_account (id, owner_id, kind, role, balance)
      SELECT DISTINCT account, owner_id, 'normal', role, 0 FROM booked`,
    `${numbers}, ${legs} UPDATE ledger_account SET balance = balance + moved.delta
      FROM (SELECT account, sum(delta) AS delta FROM booked GROUP BY account) moved WHERE id = moved.account`,
  ];
}

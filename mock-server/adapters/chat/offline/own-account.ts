import type { ChatSource } from '#shared/contract/chat';
import { formatMoney } from '#shared/domain/format';
import { ticketLabels } from '#shared/domain/ticket-kind';
import { day, dayKey, toChinaTime } from '#shared/domain/time';
import { toolById } from '#shared/tools/registry';
import type { AccountFacts, TaskFact } from '../port.ts';
import type { ChatReply } from './reply.ts';

const page = (title: string, to: string): ChatSource => ({ title, entryId: null, to, url: null });
const works = page('作品', '/aiDesignMangement');
const tickets = page('券明细', '/tickets');
const orders = page('我的订单', '/orders');
const membership = page('会员与券', '/membership');

/** Pictures and lines that an answer shows at most. */
const mostPictures = 6;
const mostLines = 5;

type Look = (facts: AccountFacts, question: string, now: number) => Promise<ChatReply>;

/** Questions about the own account, and their answers. Questions on how things work belong to the knowledge base. */
const looks: readonly [RegExp, Look][] = [
  [
    /(?:我|还|账户|账号).{0,8}(?:有|剩|余).{0,4}(?:多少|几|没有?).{0,4}(?:张|个)?.{0,4}(?:券|票|额度|分钟)|(?:券|余额|额度)(?:还|现在)?(?:剩|有|余)?(?:下|多少|几张)|查.{0,4}(?:余额|(?:我的?)券)|^我的(?:各种)?券|我.{0,2}券(?:还)?(?:够|多不多)/,
    ticketsLook,
  ],
  [
    /(?:我(?:的|是)?.{0,3}会员.{0,6}(?:到期|过期|到什么|到哪|到几|还有|剩|几号|什么时候|多久|状态|等级|吗|没)|会员.{0,4}(?:什么时候|啥时候|几号|哪天|何时|多久|还有几天|还剩).{0,4}(?:到期|过期|结束|到|没)?|我是(?:不是)?(?:什么)?会员|我.{0,4}(?:哪|什么)(?:档|级|种)会员)/,
    membershipLook,
  ],
  [
    /(?:我|昨|今|前天|刚|上次|上一?张|那张|那个|最近|这张|为什么|为啥).{0,12}(?:失败|没出来|没成功|报错|出错|没跑出来|没生成)|(?:失败|报错).{0,6}(?:任务|的图|记录)/,
    failuresLook,
  ],
  [
    /(?:任务|图|渲染|视频|出图).{0,8}(?:好了没|好了吗|做完|到哪|进度|跑完|完成了?吗|排到|还要多久)|(?:正在|还在)(?:跑|做|生成|排队).{0,4}(?:任务|图|的|吗|什么|哪)/,
    runningLook,
  ],
  [
    /我.{0,4}(?:的)?订单(?!.{0,4}(?:怎么|如何|咋))|(?:查|看).{0,4}订单|(?:最近|上次|昨天|刚才?).{0,6}(?:买|订单|付款|下单)|我.{0,4}(?:买过|付过|下过单|花了多少钱)/,
    ordersLook,
  ],
  [
    /(?:我的?|看看|查看?|找|给我看).{0,6}(?:最近|刚才?|昨天|今天|上次|近期).{0,8}(?:作品|图|出图|结果|任务|生成|渲染|视频)|^(?:最近|昨天|今天|刚才?)的?(?:作品|图片?|出图|任务|结果|生成)|我的(?:作品|任务|出图|图片)(?!.{0,8}(?:怎么|如何|能|会|可以|删|公开|保存|存))|(?:最近|昨天|今天)(?:我)?(?:做|出|画|生成)(?:了|过)?(?:哪些|什么|几张|多少)/,
    worksLook,
  ],
];

const asksHow =
  /怎么(?!了|回事|失败|没)|如何|咋(?!了|没|失败)|规则|收费|多少钱|价格|要几张|能不能|可以.{0,8}吗|会.{0,6}吗/;

/** Returns the index of the account query that a question asks for; undefined when it asks for none. */
export function accountLook(question: string): number | undefined {
  if (asksHow.test(question)) return undefined;
  const place = looks.findIndex(([pattern]) => pattern.test(question));
  return place < 0 ? undefined : place;
}

/** Runs the account query with the index `look` and returns its reply. Throws when there is no such query. */
export async function lookAtAccount(
  look: number,
  facts: AccountFacts,
  question: string,
  now: number,
): Promise<ChatReply> {
  const found = looks[look];
  if (!found) throw new Error(`no look ${look} into an account`);
  return found[1](facts, question, now);
}

async function ticketsLook(facts: AccountFacts): Promise<ChatReply> {
  const { normal, live, gpt } = await facts.tickets();
  return {
    blocks: [
      `你现在有 **${ticketLabels.normal} ${normal} 张**、**${ticketLabels.live} ${live} 分钟**、**${ticketLabels.gpt} ${gpt} 张**。`,
      '哪些什么时候到期、每一笔怎么变的，在券明细里。',
    ],
    sources: [tickets],
  };
}

async function membershipLook(facts: AccountFacts, _question: string, now: number): Promise<ChatReply> {
  const member = await facts.membership();
  if (!member) return { blocks: ['你现在不是会员。各档的内容和价格在“会员与券”页。'], sources: [membership] };
  if (member.endsAt === null) return { blocks: [`你是**${member.title}**，没有到期日。`], sources: [membership] };
  const days = Math.ceil((member.endsAt - now) / day);
  const left = days > 0 ? `，还有 ${days} 天` : '，已经到期';
  return { blocks: [`你是**${member.title}**，到 **${dayKey(member.endsAt)}** 为止${left}。`], sources: [membership] };
}

async function failuresLook(facts: AccountFacts, question: string, now: number): Promise<ChatReply> {
  const failed = onDay(await facts.tasks({ state: 'failed', limit: 20 }), question, now);
  if (failed.length === 0) return { blocks: [`${dayOf(question)}没有失败的任务。`], sources: [works] };
  return {
    blocks: [
      failed.length === 1
        ? '失败的是这个任务：'
        : `失败的任务有 ${failed.length} 个${failed.length > mostLines ? `，先列 ${mostLines} 个` : ''}：`,
      lines(failed, ({ failure }) => failure || '没有留下原因'),
      '失败的任务不扣券，占用的券已经退回。',
    ],
    sources: [works],
  };
}

async function runningLook(facts: AccountFacts): Promise<ChatReply> {
  const running = await facts.tasks({ state: 'running', limit: mostLines });
  if (running.length > 0) return { blocks: ['还在做的：', lines(running, ({ status }) => status)], sources: [works] };
  const done = await facts.tasks({ state: 'done', limit: 1 });
  return {
    blocks: [
      '现在没有在做的任务。',
      ...(done.length > 0 ? ['最近做完的是：', lines(done, ({ status }) => status)] : []),
    ],
    sources: [works],
    imageIds: done.flatMap(({ imageIds }) => imageIds).slice(0, mostPictures),
  };
}

async function worksLook(facts: AccountFacts, question: string, now: number): Promise<ChatReply> {
  const done = onDay(await facts.tasks({ state: 'done', limit: 20 }), question, now).slice(0, mostLines);
  if (done.length === 0) return { blocks: [`${dayOf(question)}还没有做好的作品。`], sources: [works] };
  return {
    blocks: [`${dayOf(question) || '最近'}做好的：`, lines(done, ({ imageIds }) => `${imageIds.length} 个结果`)],
    sources: [works],
    imageIds: done.flatMap(({ imageIds }) => imageIds).slice(0, mostPictures),
  };
}

async function ordersLook(facts: AccountFacts): Promise<ChatReply> {
  const found = await facts.orders(mostLines);
  if (found.length === 0) return { blocks: ['还没有订单。'], sources: [orders] };
  return {
    blocks: [
      '最近的订单：',
      found
        .map(
          ({ title, amount, status, createdAt, orderNo }) =>
            `- ${plain(title)}，${formatMoney(amount)}，${status}（${time(createdAt)}，单号 ${orderNo}）`,
        )
        .join('\n'),
    ],
    sources: [orders],
  };
}

function lines(tasks: readonly TaskFact[], told: (task: TaskFact) => string): string {
  return tasks
    .slice(0, mostLines)
    .map((task) => `- ${toolById(task.tool)?.title ?? task.tool}（${time(task.createdAt)}）：${plain(told(task))}`)
    .join('\n');
}

const time = (instant: number) => toChinaTime(instant).slice(5, 16);

/** One line of text that is data: nothing in it becomes Markdown. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#|~]/g, '\\$&');
}

function dayOf(question: string): string {
  return /昨/.test(question) ? '昨天' : /今天|今日/.test(question) ? '今天' : '';
}

/** Those of the day that the question names. */
function onDay(tasks: readonly TaskFact[], question: string, now: number): TaskFact[] {
  const named = dayOf(question);
  const wanted = named && dayKey(named === '昨天' ? now - day : now);
  return tasks.filter(({ createdAt }) => !wanted || dayKey(createdAt) === wanted);
}

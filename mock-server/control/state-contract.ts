import { z } from 'zod';
import { endpoint } from '#shared/contract/endpoint';
import { Instant, PhoneNo, TicketKindName } from '#shared/contract/fields';
import { GalleryDescription, GalleryTitle, Tags } from '#shared/contract/gallery-picture';
import { orderStatuses, payTypes } from '#shared/domain/order-status';
import { paidPlans, plans } from '#shared/domain/plan';
import { staffRoles } from '#shared/domain/staff-permissions';
import { taskStatuses } from '#shared/domain/task-status';
import { usualTool } from '../seed/usual-tool.ts';
import { common, Moment } from './contract-parts.ts';

/*
 * The call that prepares data: records by names that the caller chooses, and what they refer to by these names. The
 * answer has the ids at the same names.
 */

/** Most records of one call, in all sections together. */
export const mostRecords = 1000;

/** States in which accounts are made: in use, banned, waiting for the deletion they asked for, deleted by staff. */
export const accountStates = ['active', 'banned', 'erasing', 'deleted'] as const;
/** States in which tasks are made; `deleted` has succeeded and lies in the recycle bin. */
export const taskStates = [...taskStatuses, 'deleted'] as const;
/** States in which pictures of the gallery are made. */
export const pictureStates = ['private', 'pending', 'public', 'rejected'] as const;
export const invoiceStates = ['requested', 'issued', 'rejected'] as const;
/** States in which answers of the assistant are made; one that is being written cannot be prepared. */
export const turnStates = ['done', 'stopped', 'interrupted', 'failed'] as const;
/** Reasons for which tasks can be made to have failed. */
export const failureReasons = [
  ...(['engine.failed', 'engine.refused', 'engine.timeout', 'engine.interrupted'] as const),
  'task.unsuitable_picture',
] as const;
/** Pictures that are drawn for uploads. */
export const drawnPictures = ['house', 'room', 'plan', 'lines'] as const;

const namePattern = /^[\p{L}\p{N}_-]{1,40}$/u;
const Name = z.string().regex(namePattern, '名字由文字、数字、- 和 _ 组成，最多 40 个字符');

const parts = <Part extends z.ZodType>(part: Part) => z.record(Name, part).default({});
const counts = z.partialRecord(TicketKindName, z.int().min(0).max(1_000_000));
const Words = z.string().trim().min(1).max(200);

/**
 * Of every record: when it came to be, on the product's clock. Left out, accounts and what others refer to are as old
 * as the oldest that refers to them; all else is made now.
 */
const at = Moment.refine((moment) => moment >= 0, '时间不能早于 1970 年').optional();

const Account = z.object({
  /** A random one where it is left out. */
  phoneNo: PhoneNo.optional(),
  nickName: z.string().trim().min(1).max(40).optional(),
  plan: z.enum(plans).default('free'),
  /** End of a paid plan; 30 days after `at` when absent, null without end. */
  planEndsAt: Moment.nullable().optional(),
  /** Tickets beside the gifts of every new account. */
  tickets: counts.default({}),
  /** Tickets that are left in the end, whatever came and went before. */
  ticketsLeft: counts.default({}),
  status: z.enum(accountStates).default('active'),
  /** Why it is banned. */
  reason: Words.optional(),
  /** The account that invited it. */
  invitedBy: Name.optional(),
  at,
});

const Staff = z.object({
  /** The name in the request when absent. */
  loginName: z
    .string()
    .regex(/^[a-z][a-z0-9_-]{1,39}$/, '登录名由小写字母、数字、- 和 _ 组成，以字母开头')
    .optional(),
  nickName: z.string().trim().min(1).max(40).optional(),
  role: z.enum(staffRoles),
  at,
});

const Membership = z.object({
  account: Name,
  plan: z.enum(paidPlans),
  days: z.int().min(1).max(3660).default(30),
  seats: z.int().min(1).max(200).default(1),
  at,
});

const Upload = z.object({ account: Name, picture: z.enum(drawnPictures).default('house'), at });

const Project = z.object({ account: Name, name: z.string().trim().min(1).max(30).optional(), at });

const Task = z.object({
  account: Name,
  tool: z.string().max(40).default(usualTool),
  /** Parameters of the tool; pictures that are missing are drawn. */
  params: z.record(z.string(), z.unknown()).default({}),
  /** The upload it works on. */
  upload: Name.optional(),
  project: Name.optional(),
  title: z.string().trim().max(60).optional(),
  isStarred: z.boolean().default(false),
  status: z.enum(taskStates).default('succeeded'),
  /** Why it failed; `engine.failed` when absent. */
  reason: z.enum(failureReasons).optional(),
  /**
   * Share of the work that is done, while it runs; 0.4 when absent. Left alone for an hour, it is run again from its
   * beginning.
   */
  progress: z.number().min(0).max(0.99).optional(),
  /** Milliseconds before the engine may take one that waits; an hour when absent. */
  waitMs: z
    .int()
    .min(0)
    .max(30 * 24 * 3_600_000)
    .optional(),
  at,
});

const Order = z.object({
  account: Name,
  product: z.string().max(64).default('normal-20'),
  quantity: z.int().min(1).max(100).default(1),
  channel: z.enum(payTypes).default('alipay'),
  status: z.enum(orderStatuses).default('completed'),
  /** Why the money goes back. */
  reason: Words.optional(),
  at,
});

const Conversation = z.object({
  account: Name,
  title: z.string().trim().min(1).max(60).optional(),
  turns: z
    .array(
      z.object({
        question: z.string().trim().min(1).max(4000),
        answer: z.string().trim().min(1).max(20_000).default('好的，已经记下。'),
        state: z.enum(turnStates).default('done'),
      }),
    )
    .min(1)
    .max(50),
  at,
});

const GalleryPicture = z.object({
  account: Name,
  /** The task whose result is published; an upload or a drawn picture when absent. */
  task: Name.optional(),
  upload: Name.optional(),
  title: GalleryTitle.optional(),
  description: GalleryDescription.default(''),
  classifyId: z.string().max(20).optional(),
  tags: Tags.default([]),
  state: z.enum(pictureStates).default('pending'),
  /** Why it was rejected. */
  reason: Words.optional(),
  at,
});

const Folder = z.object({
  account: Name,
  name: z.string().trim().min(1).max(20).optional(),
  isPrivate: z.boolean().default(false),
  /** Pictures of the gallery that lie in it. */
  pictures: z.array(Name).max(100).default([]),
  at,
});

const Invoice = z.object({
  order: Name,
  titleKind: z.enum(['personal', 'company']).default('personal'),
  title: z.string().trim().min(2).max(100).default('测试抬头'),
  taxNo: z.string().max(20).default(''),
  email: z.email('邮箱格式不正确').max(200).default('invoice@example.com'),
  status: z.enum(invoiceStates).default('requested'),
  /** Of one that is issued. */
  invoiceNo: z.string().trim().min(1).max(40).optional(),
  /** Why it was rejected. */
  reason: Words.optional(),
  at,
});

const RedeemCodes = z.object({
  name: z.string().trim().min(1).max(40).optional(),
  count: z.int().min(1).max(100).default(1),
  usesPerCode: z.int().min(1).max(1000).default(1),
  ticketKind: TicketKindName.optional(),
  amount: z.int().min(1).max(10_000).optional(),
  plan: z.enum(paidPlans).optional(),
  planDays: z.int().min(1).max(366).optional(),
  expiresAt: Moment.nullable().default(null),
  isDisabled: z.boolean().default(false),
  /** Accounts that have used a code: each the next one that is not used up. */
  usedBy: z.array(Name).max(100).default([]),
  at,
});

const SectionsInput = z.object({
  staff: parts(Staff),
  accounts: parts(Account),
  memberships: parts(Membership),
  uploads: parts(Upload),
  projects: parts(Project),
  tasks: parts(Task),
  orders: parts(Order),
  conversations: parts(Conversation),
  pictures: parts(GalleryPicture),
  folders: parts(Folder),
  invoices: parts(Invoice),
  redeemCodes: parts(RedeemCodes),
});

/** Fields that say something of a record in some of its states only, with the field of the state and those states. */
export const onlyIn = {
  accounts: { reason: ['status', ['banned']], planEndsAt: ['plan', paidPlans] },
  tasks: {
    reason: ['status', ['failed']],
    progress: ['status', ['running']],
    waitMs: ['status', ['queued']],
  },
  orders: { reason: ['status', ['refunding', 'refunded']] },
  pictures: { reason: ['state', ['rejected']] },
  invoices: { invoiceNo: ['status', ['issued']], reason: ['status', ['rejected']] },
} as const satisfies {
  [Section in SectionName]?: { [Field in keyof PartOf<Section>]?: readonly [keyof PartOf<Section>, readonly string[]] };
};

/** States of records that their owner would still have to do something about, or wait for, and could not any more. */
export const openStates = {
  tasks: ['queued', 'running'],
  orders: ['created', 'paying', 'paid', 'refunding'],
} as const;
const closedAccounts: ReadonlySet<string> = new Set(['banned', 'deleted']);

export const StateInput = SectionsInput.superRefine((input, context) => {
  const refuse = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
  const count = Object.values(input).reduce((sum, section) => sum + Object.keys(section).length, 0);
  if (count > mostRecords) refuse([], `一次最多准备 ${mostRecords} 条，这里有 ${count} 条`);
  for (const [section, fields] of Object.entries(onlyIn))
    for (const [name, part] of Object.entries(input[section as SectionName])) {
      const values = part as Readonly<Record<string, unknown>>;
      for (const [field, [stateField, states]] of Object.entries(fields) as Array<[string, [string, string[]]]>)
        if (values[field] !== undefined && !states.includes(String(values[stateField])))
          refuse([section, name, field], `只有 ${stateField} 是 ${states.join('、')} 时才有 ${field}`);
    }
  for (const [section, states] of Object.entries(openStates) as Array<['tasks' | 'orders', readonly string[]]>)
    for (const [name, { account, status }] of Object.entries(input[section])) {
      const owner = input.accounts[account]?.status ?? 'active';
      if (closedAccounts.has(owner) && states.includes(status))
        refuse([section, name, 'status'], `账号 ${account} 是 ${owner}，不能有还没有结束的记录（${status}）`);
    }
});

export type StateInput = z.output<typeof SectionsInput>;
export type SectionName = keyof StateInput;
export type PartOf<Section extends SectionName> = StateInput[Section][string];

const made = <Shape extends z.ZodRawShape>(shape: Shape) => z.record(z.string(), z.object(shape));

export const MadeState = z.object({
  staff: made({ accountId: z.string(), loginName: z.string(), password: z.string() }),
  /** `cookie`: a session of the user app; null for accounts that cannot log in. */
  accounts: made({ accountId: z.string(), phoneNo: z.string(), cookie: z.string().nullable() }),
  memberships: made({ startsAt: Instant, endsAt: Instant.nullable() }),
  uploads: made({ imageId: z.string() }),
  projects: made({ projectId: z.string() }),
  tasks: made({ taskId: z.string(), imageIds: z.array(z.string()) }),
  orders: made({ orderId: z.string(), orderNo: z.string() }),
  conversations: made({ conversationId: z.string() }),
  pictures: made({ pictureId: z.int(), imageId: z.string() }),
  folders: made({ folderId: z.string() }),
  invoices: made({ invoiceId: z.string() }),
  redeemCodes: made({ batchId: z.string(), codes: z.array(z.string()) }),
});

export type MadeState = z.output<typeof MadeState>;

export const stateContract = {
  makeState: endpoint({
    ...common,
    method: 'POST',
    path: '/__mock/state',
    status: 201,
    encoding: 'json',
    bodyLimit: 1024 * 1024,
    summary: `一次准备好账号、任务、订单等数据（最多 ${mostRecords} 条），按产品的规则建立，要么全部成功要么什么也不留，答复 201`,
    tag: '数据',
    input: StateInput,
    output: MadeState,
  }),
};

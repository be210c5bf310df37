import type { Setting, SettingValue } from '#shared/contract/setting-desk';
import { galleryLimits } from '#shared/domain/gallery';
import { tools } from '#shared/tools/registry';

/** A setting that staff may change, and what it is until they do. */
export interface SettingSpec {
  id: string;
  group: Setting['group'];
  title: string;
  help: string;
  kind: 'number' | 'choice' | 'words';
  usual: SettingValue;
  variable: string | null;
  least?: number;
  most?: number;
  unit?: string;
  /** For settings that limit something: whether a higher or a lower value is looser, which needs approval. */
  looser?: 'more' | 'less';
}

/** Values of the environment for the limits that staff may change. */
export interface UsualLimits {
  giftCeiling: number;
  refundCeiling: number;
  agreementNoticeDays: number;
  taskConcurrency: number;
  uploadsPerDay: number;
}

/** Names of the limits, as the code that reads them asks for them. */
export type LimitName = keyof UsualLimits | 'freeDownloadsPerDay' | 'erasureDays' | 'ownErasureDays';

export const engineSettingOf = (tool: string) => `engine-${tool}`;
export const limitSettingOf = (name: LimitName) => `limit-${name}`;
export const refusedWordsSetting = 'words-refused';

/** Everything that staff may change: limits, the engine of each tool, words. */
export function settingSpecs(usual: UsualLimits): SettingSpec[] {
  const limit = (
    name: LimitName,
    value: number,
    about: Pick<SettingSpec, 'title' | 'help' | 'unit' | 'most' | 'looser'>,
  ) => ({
    ...{ id: limitSettingOf(name), group: 'limit' as const, kind: 'number' as const, usual: value, least: 0 },
    ...{ variable: variables[name] ?? null, ...about },
  });
  return [
    limit('giftCeiling', usual.giftCeiling, {
      title: '每名员工每天最多赠送的券',
      help: '超级管理员不受限制。',
      unit: '张',
      most: 10_000_000,
      looser: 'more',
    }),
    limit('refundCeiling', usual.refundCeiling, {
      title: '每名员工每天能独自退回的金额',
      help: '超过之后的每笔退款都要另一人批准。同一订单累计超过 500 元的另算。',
      unit: '分',
      most: 1_000_000_000,
      looser: 'more',
    }),
    limit('agreementNoticeDays', usual.agreementNoticeDays, {
      title: '要求重新同意的协议提前公布的天数',
      help: '从发布到生效至少间隔这么久，用户在生效之前能先看到。',
      unit: '天',
      most: 365,
      looser: 'less',
    }),
    {
      ...limit('taskConcurrency', usual.taskConcurrency, {
        title: '同时运行的任务数',
        help: '全站合计。每个账号能同时运行几个由会员等级决定，在“会员等级”里改。',
        unit: '个',
        most: 64,
      }),
      least: 1,
    },
    limit('uploadsPerDay', usual.uploadsPerDay, {
      title: '每个账号 24 小时内最多上传的图片',
      help: '超过后上传会被拒绝，并说明原因。',
      unit: '张',
      most: 1_000_000,
    }),
    limit('freeDownloadsPerDay', galleryLimits.freeDownloadsPerDay, {
      title: '免费账号每天下载图库图片',
      help: '会员不限。自己的作品不计。',
      unit: '张',
      most: 100_000,
    }),
    limit('erasureDays', 15, {
      title: '申请删除个人信息后的冷静期',
      help: '期内可以撤回，期满自动执行。已经登记的申请不受影响。',
      unit: '天',
      most: 60,
      looser: 'less',
    }),
    limit('ownErasureDays', 7, {
      title: '用户自己注销账号的等待期',
      help: '期内重新登录可以撤回，期满自动删除。已经提交的申请不受影响。',
      unit: '天',
      most: 60,
      looser: 'less',
    }),
    ...tools.map(({ id, title }) => ({
      ...{ id: engineSettingOf(id), group: 'engine' as const, title: `${title}的引擎`, kind: 'choice' as const },
      ...{ help: '用户没有指定引擎时由它运行；它不能用时换下一个能用的。', usual: null, variable: null },
    })),
    {
      ...{ id: refusedWordsSetting, group: 'words', title: 'AI 助手的禁用词', kind: 'words', usual: [] },
      help: '每行一个。与数据目录里的 moderation-words.txt 一起生效。',
      variable: null,
    },
  ];
}

const variables: Partial<Record<LimitName, string>> = {
  giftCeiling: 'GIFT_CEILING',
  refundCeiling: 'REFUND_CEILING',
  agreementNoticeDays: 'AGREEMENT_NOTICE_DAYS',
  taskConcurrency: 'TASK_CONCURRENCY',
};

import { type NoticeFields, noticeAudiences, type StaffNotice } from '#shared/contract/notice-desk';
import { noticeAudienceLabels, noticeStandingLabels } from '#shared/domain/console-words';
import { toChinaTime } from '#shared/domain/time';
import { StatusDot } from '../../ui/parts.tsx';

/** Resources that are read again after a change. */
export const noticeChanges = ['notices'];

export const standingChoices = [
  { value: 'draft', label: noticeStandingLabels.draft },
  { value: 'published', label: noticeStandingLabels.published },
  { value: 'withdrawn', label: noticeStandingLabels.withdrawn },
];

export const audienceWord = (audience: NoticeFields['audience']) => noticeAudienceLabels[audience];

export const audienceChoices = noticeAudiences.map((value) => ({ value, label: audienceWord(value) }));

export const timesWord = ({ startsAt, endsAt }: Pick<NoticeFields, 'startsAt' | 'endsAt'>) =>
  `${minuteOf(startsAt)} 至 ${endsAt === null ? '撤下' : minuteOf(endsAt)}`;

const minuteOf = (instant: number) => toChinaTime(instant).slice(0, 16);

/** Present state of a notice. */
export function Standing({ notice }: { notice: Pick<StaffNotice, 'standing' | 'startsAt' | 'endsAt' | 'hasDraft'> }) {
  const { standing, startsAt, endsAt, hasDraft } = notice;
  if (standing === 'draft') return <StatusDot tone="quiet">草稿</StatusDot>;
  if (standing === 'withdrawn') return <StatusDot tone="quiet">已撤下</StatusDot>;
  if (hasDraft) return <StatusDot tone="warning">改动未发布</StatusDot>;
  const now = Date.now();
  if (endsAt !== null && endsAt <= now) return <StatusDot tone="quiet">已结束</StatusDot>;
  return startsAt > now ? <StatusDot tone="accent">待开始</StatusDot> : <StatusDot tone="success">显示中</StatusDot>;
}

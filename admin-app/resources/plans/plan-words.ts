import type { StaffPlan } from '#shared/contract/product-desk';
import { type TicketKind, ticketKinds, ticketLabels } from '#shared/domain/ticket-kind';
import { formatNumber } from '../../ui/format.ts';

/** Values of the form: whole numbers as typed. */
export type PlanFields = { title: string; running: string; queued: string; reason?: string } & Record<
  `monthly_${TicketKind}` | `daily_${TicketKind}`,
  string
>;

export function toFields({ title, running, queued, monthly, daily }: StaffPlan): PlanFields {
  return {
    title,
    running: String(running),
    queued: String(queued),
    monthly_normal: String(monthly.normal),
    monthly_live: String(monthly.live),
    monthly_gpt: String(monthly.gpt),
    daily_normal: String(daily.normal),
    daily_live: String(daily.live),
    daily_gpt: String(daily.gpt),
  };
}

/** Chinese name of a field of the form, for sentences. */
export function fieldLabel(name: keyof PlanFields): string {
  if (name === 'title') return '名称';
  if (name === 'reason') return '理由';
  if (name === 'running') return '同时生成';
  if (name === 'queued') return '同时排队';
  const [period, kind] = name.split('_') as ['monthly' | 'daily', TicketKind];
  return `${period === 'monthly' ? '每月' : '每天'}${ticketLabels[kind]}`;
}

/** True when the form values grant more tickets or higher limits than the saved plan. */
export function isRicher(plan: StaffPlan, fields: Partial<PlanFields>): boolean {
  const known = toFields(plan);
  return Object.entries(known).some(
    ([name, value]) => name !== 'title' && Number(fields[name as keyof PlanFields] ?? value) > Number(value),
  );
}

/** The tickets of one period as the contract wants them. */
export function quotaOf(fields: PlanFields, period: 'monthly' | 'daily'): Record<TicketKind, number> {
  return {
    normal: Number(fields[`${period}_normal`]),
    live: Number(fields[`${period}_live`]),
    gpt: Number(fields[`${period}_gpt`]),
  };
}

/** `120 / 20 / 200`; an em dash where there is nothing. */
export function quotaWords(quota: Record<TicketKind, number>): string {
  return ticketKinds.some((kind) => quota[kind] > 0)
    ? ticketKinds.map((kind) => formatNumber(quota[kind])).join(' / ')
    : '—';
}

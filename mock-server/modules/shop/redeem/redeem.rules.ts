import type { PaidPlan, Plan } from '#shared/domain/plan';
import { type TicketKind, ticketLabels } from '#shared/domain/ticket-kind';
import { foldCode } from '#shared/domain/typed';
import { ticketUnit } from '../product/catalogue.ts';

/** Letters and digits that are not mistaken for one another. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const codeLength = 16;

/** Wrong codes an account may type in an hour. */
export const wrongTriesPerHour = 10;

/** An unguessable code as it is stored: 16 characters without dashes. @param number a random number below its argument */
export function newCode(number: (limit: number) => number): string {
  return Array.from({ length: codeLength }, () => alphabet[number(alphabet.length)]).join('');
}

/** `ABCD-EFGH-JKLM-NPQR`. */
export function shownCode(code: string): string {
  return (code.match(/.{4}/g) ?? [code]).join('-');
}

/** The typed code in its stored form; case, dashes and spaces do not matter. */
export function readCode(typed: string): string {
  return foldCode(typed).toUpperCase();
}

/** Benefit of a code: tickets, days of a plan, or both. */
export interface Benefit {
  ticket_kind: TicketKind | null;
  amount: number | null;
  /** Days the tickets last; null for ever. */
  days: number | null;
  plan: PaidPlan | null;
  plan_days: number | null;
}

/** One short line each. */
export function giveLines(benefit: Benefit, titleOf: (plan: Plan) => string): string[] {
  const { ticket_kind, amount, days, plan, plan_days } = benefit;
  const lasts = days === null ? '长期有效' : `${days} 天内有效`;
  return [
    ...(ticket_kind && amount ? [`${ticketLabels[ticket_kind]} ${amount} ${ticketUnit(ticket_kind)}，${lasts}`] : []),
    ...(plan && plan_days ? [`${titleOf(plan)} ${plan_days} 天`] : []),
  ];
}

/** A table for spreadsheets: UTF-8 with a byte order mark; no cell is taken for a formula. */
export function toCsv(rows: ReadonlyArray<readonly string[]>): string {
  const cell = (text: string) => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
  return `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

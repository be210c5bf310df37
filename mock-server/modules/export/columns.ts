import type { z } from 'zod';
import { orderStatusLabels, payTypeLabels } from '#shared/domain/order-status';
import { resultQualityLabels } from '#shared/domain/quality';
import { staffRoleLabels } from '#shared/domain/staff-permissions';
import { ticketLabels } from '#shared/domain/ticket-kind';
import { toChinaTime } from '#shared/domain/time';
import { headings } from './headings.ts';

export type Cell = string | number | null;

export interface Column {
  field: string;
  heading: string;
  /** What stands in the column for a row. */
  read(row: Record<string, unknown>): Cell;
}

/** Fields in fen; they are exported in yuan. */
const inFen: readonly string[] = [
  'amount',
  'refundedAmount',
  'orderAmount',
  'refundedBefore',
  'ourAmount',
  'theirAmount',
  'price',
  'listPrice',
];

/** Words for values, by list and field where a name means different things. */
const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'orders.status': orderStatusLabels,
  payType: payTypeLabels,
  ticketKind: ticketLabels,
  'ticketMovements.kind': ticketLabels,
  quality: resultQualityLabels,
  role: staffRoleLabels,
};

/** The columns of a list: all fields of its rows, in their order, under the names that people know. */
export function columnsOf(resource: string, row: z.ZodType): Column[] {
  const fields = Object.keys((row as z.ZodObject).shape).filter((field) => field !== 'version');
  return fields.map((field) => {
    const known = words[`${resource}.${field}`] ?? words[field];
    const heading = headings[field] ?? field;
    const isMoney = inFen.includes(field);
    const isTime = /(At|Until)$/.test(field);
    return {
      field,
      heading: isMoney ? `${heading}（元）` : heading,
      read: (values) => cellOf(values[field], { isMoney, isTime, known }),
    };
  });
}

interface Meaning {
  isMoney: boolean;
  isTime: boolean;
  known: Readonly<Record<string, string>> | undefined;
}

function cellOf(value: unknown, { isMoney, isTime, known }: Meaning): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (typeof value === 'number') return isTime ? toChinaTime(value) : isMoney ? value / 100 : value;
  if (typeof value === 'string') return known?.[value] ?? value;
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join('；');
  return JSON.stringify(value);
}

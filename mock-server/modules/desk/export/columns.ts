import type { z } from 'zod';
import { unwrap } from '#shared/contract/coerce';
import { Instant } from '#shared/contract/fields';
import * as words from '#shared/domain/console-words';
import { pictureSourceWords, pictureStateWords, reportReasonWords } from '#shared/domain/gallery';
import { orderStatusLabels, payTypeLabels } from '#shared/domain/order-status';
import { staffPermissionLabels } from '#shared/domain/staff-permission-words';
import { staffRoleLabels } from '#shared/domain/staff-permissions';
import { ticketLabels } from '#shared/domain/ticket-kind';
import { tools } from '#shared/tools/registry';
import type { Cell } from './cell.ts';
import { headings } from './headings.ts';
import type { SheetColumn } from './xlsx.ts';

/** Display names by id, in place of the ids of accounts and of engines. */
export interface Names {
  people: ReadonlyMap<string, string>;
  engines: ReadonlyMap<string, string>;
}

export interface Column extends SheetColumn {
  field: string;
  /** True when the values are account ids, which exports replace by name and number. */
  isPerson: boolean;
  /** Value of the column for a row. */
  read(row: Readonly<Record<string, unknown>>, names?: Names): Cell;
}

type Row = Readonly<Record<string, unknown>>;
type Labels = Readonly<Record<string, string>>;

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
/** Exceptions to {@link inFen}, as `list.field`. */
const notInFen: ReadonlySet<string> = new Set(['ticketLots.amount']);

/** Fields with account ids; `list.field` where the name alone is ambiguous. */
const persons: ReadonlySet<string> = new Set([
  ...['accountId', 'authorId', 'actorId', 'actingAs', 'operator', 'updatedBy', 'resolvedBy', 'reviewedBy'],
  ...['requestedBy', 'approvedBy', 'firstApprovedBy', 'answeredBy', 'audit.subject'],
]);
/** Lists whose rows are accounts: name and number have columns of their own. */
const ofAccounts: ReadonlySet<string> = new Set(['accounts', 'staff']);
/** Fields left out because the person's column already shows them, by the field of that column. */
const namedBy: Readonly<Record<string, readonly string[]>> = {
  accountId: ['nickName', 'phoneNo'],
  authorId: ['authorName'],
  actorId: ['actorName'],
};
/** Labels of actors without an account. */
const actors: Labels = { buyer: '买家', user: '用户', system: '系统', clock: '系统' };

/** Fields left out of exports: technical ones, and those that another column shows as text. Some as `list.field`. */
const leftOut: ReadonlySet<string> = new Set([
  ...['version', 'url', 'thumbnailUrl', 'thumbnailPictureId', 'imageId', 'hasWhole', 'canTest', 'layout', 'pictures'],
  ...['accounts.accountId', 'staff.accountId', 'accounts.pendingChange', 'staff.pendingChange', 'plans.id', 'roles.id'],
  ...['tasks.tool', 'queue.tool', 'queue.leaseOwner', 'agreements.id', 'orders.productId', 'refunds.orderId'],
  ...['invoices.orderId', 'paymentDifferences.orderId', 'settings.value', 'settings.choices', 'views.query'],
]);

/** Words for values, by list and field where a name means different things. */
const valueWords: Readonly<Record<string, Labels>> = {
  userType: words.userTypeLabels,
  plan: words.planLabels,
  role: staffRoleLabels,
  payType: payTypeLabels,
  provider: words.providerLabels,
  closeReason: words.closeReasonLabels,
  ticketKind: ticketLabels,
  movement: words.movementLabels,
  quality: words.outputLabels,
  reason: reportReasonWords,
  reportReasons: reportReasonWords,
  titleKind: words.invoiceTitleLabels,
  need: words.requestNeedLabels,
  resource: words.auditResourceLabels,
  permissions: staffPermissionLabels,
  slot: words.modelSlotLabels,
  use: words.modelUseLabels,
  knownBy: words.modelKnownByLabels,
  group: words.settingGroupLabels,
  effect: words.settingEffectLabels,
  scope: words.viewScopeLabels,
  standing: words.noticeStandingLabels,
  audience: words.noticeAudienceLabels,
  'accounts.status': words.accountStatusLabels,
  'staff.status': words.accountStatusLabels,
  'tasks.status': words.taskStatusLabels,
  'queue.state': words.jobStateLabels,
  'tickets.kind': ticketLabels,
  'ticketLots.kind': ticketLabels,
  'ticketLots.source': words.grantSourceLabels,
  'membershipPeriods.source': words.grantSourceLabels,
  'products.kind': words.productKindLabels,
  'orders.status': orderStatusLabels,
  'refunds.status': words.refundStatusLabels,
  'invoices.status': words.invoiceStatusLabels,
  'paymentDifferences.kind': words.differenceLabels,
  'customRequests.status': words.requestStatusLabels,
  'galleryReviews.source': pictureSourceWords,
  'galleryReviews.state': pictureStateWords,
  'changes.state': words.changeStateLabels,
  plans: words.planLabels,
  'connectedEngines.tools': Object.fromEntries(tools.map(({ id, title }) => [id, title])),
  'connectedEngines.adapter': words.engineAdapterLabels,
  'connectedEngines.source': words.engineSourceLabels,
  'connectedEngines.state': words.engineStateLabels,
  'engines.kind': words.engineKindLabels,
  'engines.state': words.engineStateLabels,
  'models.state': words.modelStateLabels,
  'settings.kind': words.settingKindLabels,
  'settings.source': words.settingSourceLabels,
  'pendingChanges.status': words.pendingStatusLabels,
  'pendingChanges.kind': words.pendingKindLabels,
};
/** `list.field` names with free text, although {@link valueWords} has labels for the field name. */
const isPlainText: ReadonlySet<string> = new Set([
  ...['tickets.reason', 'ticketLots.reason', 'refunds.reason', 'audit.reason', 'pendingChanges.reason'],
]);

/** Formatters of composite values, by field or `list.field`. */
const composed: Readonly<Record<string, (value: never) => string>> = {
  monthly: ticketsText,
  daily: ticketsText,
  'accounts.tickets': ticketsText,
  'staff.tickets': ticketsText,
  fields: (fields: readonly ChangedField[]) => fields.map(changedText).join('；'),
  changes: (changes: readonly ChangedField[]) => changes.map(changedText).join('；'),
  reports: (reports: ReadonlyArray<{ reason: string; text: string }>) =>
    reports.map(({ reason, text }) => [labelOf(reportReasonWords, reason), text].filter(Boolean).join('：')).join('；'),
  paragraphs: (parts: ReadonlyArray<{ heading: string; text: string }>) =>
    parts.map(({ heading, text }) => [heading, text].filter(Boolean).join('：')).join('\n'),
  records: (records: ReadonlyArray<{ resource: string }>) =>
    [...Map.groupBy(records, ({ resource }) => labelOf(words.auditResourceLabels, resource))]
      .map(([label, { length }]) => `${label} ${length} 条`)
      .join('；'),
  days: (days: ReadonlyArray<{ day: string; ourAmount: number; theirAmount: number }>) =>
    days
      .map(({ day, ourAmount, theirAmount }) => `${day} 我方 ${ourAmount / 100}，渠道 ${theirAmount / 100}`)
      .join('；'),
  stoppedDays: (days: ReadonlyArray<{ day: string; cause: string }>) =>
    days.map(({ day, cause }) => `${day}：${cause}`).join('；'),
  'connectedEngines.budget': ({ perRunFen, dayFen, monthFen }: Record<string, number | undefined>) =>
    Object.entries({ 每次: perRunFen, 每日: dayFen, 每月: monthFen })
      .flatMap(([name, fen]) => (fen === undefined ? [] : [`${name} ${fen / 100} 元`]))
      .join('，'),
  'connectedEngines.licences': (licences: ReadonlyArray<{ id: string }>) => licences.map(({ id }) => id).join('、'),
  'connectedEngines.options': (options: Readonly<Record<string, unknown>>) =>
    Object.entries(options)
      .map(([name, value]) => `${name}：${[value].flat().join(' ')}`)
      .join('，'),
  abilities: (abilities: ReadonlyArray<{ title: string }>) => abilities.map(({ title }) => title).join('；'),
  candidates: (candidates: ReadonlyArray<{ label: string }>) => candidates.map(({ label }) => label).join('；'),
  settings: (settings: ReadonlyArray<{ variable: string; shown: string }>) =>
    settings.map(({ variable, shown }) => `${variable}：${shown}`).join('；'),
};

interface ChangedField {
  name?: string;
  field?: string;
  before: unknown;
  after: unknown;
}

/** Columns of a list in the order of the fields of its row schema, with Chinese headings. */
export function columnsOf(resource: string, row: z.ZodType): Column[] {
  const all = Object.keys((row as z.ZodObject).shape);
  const named = ofAccounts.has(resource) ? [] : all.flatMap((field) => namedBy[field] ?? []);
  return all
    .filter((field) => !leftOut.has(field) && !leftOut.has(`${resource}.${field}`) && !named.includes(field))
    .map((field) => columnOf(resource, field, (row as z.ZodObject).shape[field] as z.ZodType));
}

function columnOf(resource: string, field: string, schema: z.ZodType): Column {
  const own = `${resource}.${field}`;
  const labels = isPlainText.has(own) ? undefined : (valueWords[own] ?? valueWords[field]);
  const isMoney = inFen.includes(field) && !notInFen.has(own);
  const isTime = unwrap(schema) === Instant;
  const isDay = /(On|Day)$/.test(field);
  const isPerson = persons.has(own) || persons.has(field);
  const asText = (composed[own] ?? composed[field]) as ((value: unknown) => string) | undefined;
  const heading = headings[own] ?? headings[field] ?? field;
  const cellOfText = (value: string, names: Names | undefined): Cell => {
    if (isPerson) return names?.people.get(value) ?? actors[value] ?? value;
    if (field === 'engine') return names?.engines.get(value) ?? value;
    if (isDay) return /^\d{4}-\d\d-\d\d$/.test(value) ? { day: value } : value;
    return labels ? labelOf(labels, value) : value;
  };
  const cellOfNumber = (value: number): Cell => {
    if (isTime) return { at: value };
    if (isMoney) return { fen: value };
    return labels ? labelOf(labels, value) : value;
  };
  return {
    field,
    heading: isMoney ? `${heading}（元）` : heading,
    kind: isMoney ? 'money' : isTime || isDay ? 'time' : 'text',
    isPerson,
    read(row: Row, names) {
      const value = row[field];
      if (value === null || value === undefined) return null;
      if (own === 'audit.action') return words.auditActionWords(row as { action: string; resource: string });
      if (typeof value === 'string') return cellOfText(value, names);
      if (typeof value === 'number') return cellOfNumber(value);
      if (asText && typeof value === 'object') return asText(value);
      return plainCell(value, labels);
    },
  };
}

function plainCell(value: unknown, labels: Labels | undefined): Cell {
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (Array.isArray(value)) return value.map((item) => (labels ? labelOf(labels, item) : textOf(item))).join('；');
  return textOf(value);
}

function labelOf(labels: Labels, value: unknown): string {
  return labels[String(value)] ?? String(value);
}

function ticketsText(tickets: Readonly<Record<string, number>>): string {
  return Object.entries(tickets)
    .map(([kind, count]) => `${labelOf(ticketLabels, kind)} ${count}`)
    .join('，');
}

function changedText({ name, field = name ?? '', before, after }: ChangedField): string {
  return `${headings[field] ?? field}：${textOf(before) || '无'} → ${textOf(after) || '无'}`;
}

/** Formats any JSON value as Chinese text, without brackets and quotes. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (Array.isArray(value)) return value.map(textOf).join('、');
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([name, part]) => `${headings[name] ?? name} ${textOf(part)}`)
    .join('，');
}

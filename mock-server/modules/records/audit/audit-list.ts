import { isDeepStrictEqual } from 'node:util';
import type { AuditEntry, FieldChange } from '#shared/contract/audit-desk';
import type { ConsoleList } from '../../base/console-list.ts';
import { auditByIds, auditSource } from './audit.repository.ts';

type EntryRow = Awaited<ReturnType<typeof auditByIds>>[number];

/** The audit as a list of the console. */
export function auditList(): ConsoleList<AuditEntry> {
  return {
    source: auditSource,
    rows: async (db, ids) => (await auditByIds(db, ids.map(Number))).map(toEntry),
    idOf: (row) => row.id,
  };
}

export function toEntry(row: EntryRow): AuditEntry {
  return {
    id: row.id,
    createdAt: row.created_at,
    actorId: row.actor_id,
    actorName: row.nick_name || row.login_name || '',
    actingAs: row.acting_as,
    action: row.action,
    resource: row.resource,
    subject: row.subject,
    reason: row.reason,
    changes: changesOf(fieldsOf(row.before), fieldsOf(row.after)),
    hasWhole: row.sealed !== null,
    address: row.address,
    userAgent: row.user_agent,
    requestId: row.request_id,
    hash: row.hash ?? '',
    isForgotten: row.forgotten_at !== null,
  };
}

type Fields = Record<string, unknown>;

/** Fields of fields by their path; lists are one value. */
function fieldsOf(text: string | null): Fields {
  if (text === null) return {};
  const fields: Fields = {};
  const read = (value: unknown, path: string) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) fields[path] = value;
    else for (const [name, part] of Object.entries(value)) read(part, path === '' ? name : `${path}.${name}`);
  };
  read(JSON.parse(text), '');
  return fields;
}

function changesOf(before: Fields, after: Fields): FieldChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .filter((name) => !isDeepStrictEqual(before[name] ?? null, after[name] ?? null))
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }));
}

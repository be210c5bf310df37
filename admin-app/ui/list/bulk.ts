import type { BaseRecord } from '@refinedev/core';
import type { ReactNode } from 'react';

/** An act of a list on many rows at once; its own call is `POST /api/admin/v1/<resource>/bulk`. */
export interface BulkVerb<R extends BaseRecord> {
  /** Name on the wire. */
  verb: string;
  label: string;
  /** Question of the dialog, e.g. `停用 12 个账号？`. */
  title: (count: number) => string;
  intro?: ReactNode;
  isDanger?: boolean;
  /** The action of access control that it takes. */
  action: string;
  /** Rows it can be done to; the others are left out before asking. */
  isFor?: (row: R) => boolean;
  /** Label of the reason it needs. */
  reason?: string;
  /** Fields beside the reason. */
  fields?: ReactNode;
}

/** Names of lists in write calls, when they differ. */
const written: Readonly<Record<string, string>> = { account: 'accounts' };

export function bulkPath(resource: string): string {
  return `/api/admin/v1/${written[resource] ?? resource}/bulk`;
}

/** Answer of a bulk call. */
export interface BulkReport {
  done: string[];
  failed: Array<{ id: string; reason: string; message: string }>;
  changeId: string | null;
}

import type { Generated } from 'kysely';
import type { AgreementKey } from '#shared/domain/agreement';

export interface AgreementTable {
  id: AgreementKey;
  place: number;
  draft: string | null;
  version: Generated<number>;
  updated_at: number;
}

/** A published version. It stays as long as anybody agreed to it. */
export interface AgreementEditionTable {
  /** As consents name it, e.g. `user-2`. */
  id: string;
  agreement_id: AgreementKey;
  /** From 1. */
  edition: number;
  /** `YYYY-MM-DD` in China. */
  effective_on: string;
  body: string;
  needs_consent: 0 | 1;
  reason: string;
  published_at: number;
  /** Account of who published it; null for the text that came with the product. */
  published_by: string | null;
}

export interface NoticeTable {
  id: string;
  title: string;
  body: string;
  /** `all`, or a plan. */
  audience: string;
  starts_at: number;
  ends_at: number | null;
  is_dismissible: 0 | 1;
  standing: 'draft' | 'published' | 'withdrawn';
  /** Number of times it was published. */
  edition: Generated<number>;
  version: Generated<number>;
  created_at: number;
  updated_at: number;
}

/** A published edition, unchanged since. */
export interface NoticeEditionTable {
  /** Of the notice and the number, e.g. `notice_x-2`. */
  id: string;
  notice_id: string;
  edition: number;
  title: string;
  body: string;
  audience: string;
  starts_at: number;
  ends_at: number | null;
  is_dismissible: 0 | 1;
  published_at: number;
  /** Account of who published it. */
  published_by: string;
}

export interface NoticeDismissalTable {
  account_id: string;
  /** Id of the edition. */
  edition_id: string;
  created_at: number;
}

export interface AgreementTables {
  agreement: AgreementTable;
  agreement_edition: AgreementEditionTable;
  notice: NoticeTable;
  notice_edition: NoticeEditionTable;
  notice_dismissal: NoticeDismissalTable;
}

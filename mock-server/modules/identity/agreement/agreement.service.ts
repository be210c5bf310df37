import type { Agreement, AgreementVersion } from '#shared/contract/agreement';
import {
  type AgreementKey,
  agreementKeys,
  agreementTitles,
  agreementVersionName,
  loginAgreements,
} from '#shared/domain/agreement';
import { firstAgreements } from '#shared/domain/agreement-texts/index';
import { dayKey, startOfDayKey } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import { withDeps } from '../../../with-deps.ts';
import { afterCommit, type Db, type Store } from '../../base/store.ts';
import * as rows from './agreement.repository.ts';

export type AgreementService = ReturnType<typeof createAgreementService>;

interface AgreementDeps {
  store: Store;
  clock: Clock;
}

interface AgreementParts extends AgreementDeps {
  editionsOf: (key: AgreementKey) => {
    id: string;
    edition: number;
    reason: string;
    agreement_id: 'user' | 'privacy' | 'member' | 'mark';
    effective_on: string;
    body: string;
    needs_consent: 0 | 1;
    published_at: number;
    published_by: string | null;
  }[];
}

/** The published agreements, kept in memory, and who agreed to which version. */
export function createAgreementService(deps: AgreementDeps) {
  const { store, clock } = deps;
  let editions: readonly rows.EditionRow[] = [];
  const editionsOf = (key: AgreementKey) => editions.filter(({ agreement_id }) => agreement_id === key);
  async function start(): Promise<void> {
    await store.transact(async (tx) => {
      const there = new Set((await rows.allAgreements(tx)).map(({ id }) => id));
      for (const [place, key] of agreementKeys.entries()) {
        if (there.has(key)) continue;
        const { effectiveOn, text } = firstAgreements[key];
        await rows.insertAgreement(tx, { id: key, place, draft: null, updated_at: clock.now() });
        await rows.insertEdition(tx, {
          ...{ id: agreementVersionName(key, 1), agreement_id: key, edition: 1, body: text },
          ...{ effective_on: effectiveOn, needs_consent: 0, reason: '', published_by: null },
          published_at: startOfDayKey(effectiveOn),
        });
      }
    });
    editions = await rows.allEditions(store.db);
  }
  store.whenEmptied(start);
  const parts: AgreementParts = { ...deps, editionsOf };
  return {
    ...withDeps(parts, { list, version, toAccept }),
    /** Puts in the texts that come with the product where an agreement has none, and reads what is published. */
    start,
    /** Serves what a transaction has published as soon as it is committed. */
    async renew(tx: Db): Promise<void> {
      const next = await rows.allEditions(tx);
      afterCommit(tx, () => {
        editions = next;
      });
    },
    /** The versions that logins ask consent to now, as logins send them back. */
    loginVersion: (): string => loginAgreements.flatMap((key) => inForce(parts, key)[0]?.id ?? []).join(),
    /** Records the versions shown at a login, one row each; a text that names no version is kept unchanged. */
    async noteLogin(tx: Db, accountId: string, shown: string, address: string): Promise<void> {
      const names = shown.split(',');
      if (names.every((name) => editions.some(({ id }) => id === name)))
        return note(deps, tx, accountId, [...new Set(names)], address);
      await rows.insertConsent(tx, {
        ...{ account_id: accountId, agreement_version: shown, address },
        created_at: clock.now(),
      });
    },
    /** Throws `agreement.not_found`. */
    async accept(
      accountId: string,
      versions: ReadonlyArray<{ key: AgreementKey; edition: number }>,
      address: string,
    ): Promise<void> {
      const names = versions.map(({ key, edition }) => agreementVersionName(key, edition));
      if (!names.every((name) => editions.some(({ id }) => id === name))) throw new ProductError('agreement.not_found');
      await store.transact((tx) => note(deps, tx, accountId, [...new Set(names)], address));
    },
  };
}

function list({ editionsOf }: AgreementParts): Agreement[] {
  return agreementKeys.flatMap((key) => {
    // Includes an edition that takes effect later, with its date.
    const own = editionsOf(key);
    const [newest] = own;
    if (!newest) return [];
    const versions = own.map(({ edition, effective_on, published_at }) => {
      return { edition, effectiveOn: effective_on, publishedAt: published_at };
    });
    return [{ ...toVersion(newest), versions }];
  });
}

/** Throws `agreement.not_found`. */
function version({ editionsOf }: AgreementParts, key: AgreementKey, edition: number): AgreementVersion {
  const found = editionsOf(key).find((row) => row.edition === edition);
  if (!found) throw new ProductError('agreement.not_found');
  return toVersion(found);
}

/** The newest versions that somebody has to agree to before going on; most often none, told without a query. */
async function toAccept(
  deps: AgreementParts,
  accountId: string,
): Promise<Array<{ key: AgreementKey; edition: number; title: string }>> {
  const asked = agreementKeys.flatMap((key) => {
    const own = inForce(deps, key);
    const asking = own.findIndex(({ needs_consent }) => needs_consent === 1);
    // Versions newer than the one that asks for consent include its text.
    return own[0] && asking >= 0 ? [{ key, newest: own[0], serving: own.slice(0, asking + 1) }] : [];
  });
  if (asked.length === 0) return [];
  const names = asked.flatMap(({ serving }) => serving.map(({ id }) => id));
  const agreed = await rows.consentsOf(deps.store.db, accountId, names);
  return asked
    .filter(({ serving }) => !serving.some(({ id }) => agreed.has(id)))
    .map(({ key, newest }) => ({ key, edition: newest.edition, title: agreementTitles[key] }));
}

/** Editions in effect, newest first; when none is in effect yet, the oldest edition. */
function inForce(deps: AgreementParts, key: AgreementKey): rows.EditionRow[] {
  const own = deps.editionsOf(key);
  const today = dayKey(deps.clock.now());
  const begun = own.filter(({ effective_on }) => effective_on <= today);
  return begun.length > 0 ? begun : own.slice(-1);
}

function toVersion({ agreement_id: key, edition, effective_on, body }: rows.EditionRow): AgreementVersion {
  return { key, title: agreementTitles[key], edition, effectiveOn: effective_on, text: body };
}

/** Writes what was agreed to that is not written yet. */
async function note(
  deps: AgreementDeps,
  tx: Db,
  accountId: string,
  names: readonly string[],
  address: string,
): Promise<void> {
  const known = await rows.consentsOf(tx, accountId, names);
  for (const name of names)
    if (!known.has(name))
      await rows.insertConsent(tx, {
        ...{ account_id: accountId, agreement_version: name, address },
        created_at: deps.clock.now(),
      });
}

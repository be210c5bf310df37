import { expect, it } from 'vitest';
import { consoleContract } from '#shared/contract/console';
import type { Endpoint } from '#shared/contract/endpoint';
import { decisionsByVerb, verbDecisions } from '#shared/contract/second-person';
import { manageContract } from '#shared/contract/staff';
import { pendingKindNames } from '#shared/domain/second-person';
import { staffVerbsDocument } from '../../scripts/staff-verbs-doc.ts';

const calls: Array<[string, Endpoint]> = Object.entries({ ...consoleContract, ...manageContract });

it('every call of staff that changes something names what checks it', () => {
  const writing = calls.filter(([, { access, changesState }]) => access === 'staff' && changesState);
  expect(Object.keys(verbDecisions).sort()).toEqual(writing.map(([name]) => name).sort());
});

it('every kind of change that waits is asked for by some verb, and no check is without its words', () => {
  const decisions = decisionsByVerb();
  const kinds = decisions.flatMap(([, decision]) => (decision.check === 'second' ? [decision.kind] : []));
  expect([...new Set(kinds)].sort()).toEqual([...pendingKindNames].sort());
  for (const [verb, decision] of decisions) {
    const words = decision.check === 'none' ? decision.because : decision.when;
    expect([verb, words.length > 2, decision.who.length > 0]).toEqual([verb, true, true]);
  }
});

it('the table for operators is the one that the program goes by', async () => {
  const { written, made } = await staffVerbsDocument();
  expect(written).toBe(made);
});

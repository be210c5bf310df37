import { expect, it } from 'vitest';
import { madeByFlows, otherwiseSafe, singleWrites } from '../support/interrupted-calls.ts';
import { calls } from '../support/server-calls.ts';

it('every call that changes something is struck in a flow, writes once, or says why it need not be', () => {
  const changing = calls.filter(([, { changesState }]) => changesState).map(([name]) => name);
  const named = [...madeByFlows, ...singleWrites, ...Object.keys(otherwiseSafe)];
  expect(named.toSorted()).toEqual(changing.toSorted());
});

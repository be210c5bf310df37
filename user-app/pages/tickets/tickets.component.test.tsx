import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { TicketMovement } from '#shared/contract/membership';
import { minute } from '#shared/domain/time';
import { answerWith, asked, memberOf, press, show } from '../../../tests/support/components.tsx';
import TicketsPage from './index.tsx';

const movement = (id: number, part: Partial<TicketMovement> = {}): TicketMovement => ({
  ...{
    id: `movement_${id}`,
    kind: 'normal',
    movement: 'hold',
    delta: -1,
    balanceAfter: 9_999 - id,
    reason: '建筑渲染',
  },
  ...{ reference: null, createdAt: 1_790_000_000_000 - id * minute },
  ...part,
});

async function openTickets() {
  answerWith({
    products: { plans: [], products: [], usableTickets: ['normal', 'live'], upgrades: [], channels: [] },
    ticketSummary: {
      purses: [
        { kind: 'normal', left: 43, held: 0, expiring: null, lots: [] },
        { kind: 'live', left: 3, held: 0, expiring: null, lots: [] },
        { kind: 'gpt', left: 30, held: 0, expiring: null, lots: [] },
      ],
    },
  });
  await show(<TicketsPage />, { at: '/tickets', person: memberOf() });
}

test('the statement is read on by the button', async () => {
  const rows = (from: number) => Array.from({ length: 30 }, (_, index) => movement(from + index));
  answerWith({
    ticketStatement: ({ cursor }) =>
      cursor ? { list: rows(30), nextCursor: null } : { list: rows(0), nextCursor: 'more' },
  });
  await openTickets();
  await expect.element(page.getByRole('cell', { name: '9,999', exact: true })).toBeVisible();
  await press(page.getByRole('button', { name: '加载更多' }), '{Enter}');
  await expect.element(page.getByText('共 60 条，没有更多了')).toBeVisible();
  expect(asked.filter(({ name }) => name === 'ticketStatement').map(({ sent }) => sent.cursor)).toEqual([
    undefined,
    'more',
  ]);
});

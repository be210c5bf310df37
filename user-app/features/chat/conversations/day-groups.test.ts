import { expect, test } from 'vitest';
import type { Conversation } from '#shared/contract/chat';
import { dayGroups } from './day-groups';

/** Half past midnight in China, still the day before in the rest of the world. */
const now = Date.parse('2026-11-20T00:30:00+08:00');

const said = (conversationId: string, at: string, isPinned = false): Conversation => ({
  ...{ conversationId, title: conversationId, isPinned, isRunning: false, messages: 2, excerpt: '' },
  ...{ createdAt: Date.parse(at), updatedAt: Date.parse(at) },
});

test('conversations stand under the day they were last spoken in, in China', () => {
  const groups = dayGroups(
    [
      said('pinned', '2026-01-01T12:00:00+08:00', true),
      said('now', '2026-11-20T00:10:00+08:00'),
      said('midnight', '2026-11-20T00:00:00+08:00'),
      said('late', '2026-11-19T23:59:59+08:00'),
      said('week', '2026-11-13T00:00:00+08:00'),
      said('old', '2026-11-12T23:59:59+08:00'),
    ],
    now,
  );
  expect(groups.map(({ title, rows }) => [title, rows.map(({ conversationId }) => conversationId)])).toEqual([
    ['置顶', ['pinned']],
    ['今天', ['now', 'midnight']],
    ['昨天', ['late']],
    ['7 天内', ['week']],
    ['更早', ['old']],
  ]);
});

test('what nothing is in has no heading', () => {
  expect(dayGroups([], now)).toEqual([]);
});

import type { Conversation } from '#shared/contract/chat';
import { day, startOfDay } from '#shared/domain/time';

export interface DayGroup {
  title: string;
  rows: readonly Conversation[];
}

/** Conversations under the words for when something was last said in them; pinned ones stand first. */
export function dayGroups(rows: readonly Conversation[], now: number): DayGroup[] {
  const today = startOfDay(now);
  const titleOf = ({ isPinned, updatedAt }: Conversation) => {
    if (isPinned) return '置顶';
    if (updatedAt >= today) return '今天';
    if (updatedAt >= today - day) return '昨天';
    return updatedAt >= today - 7 * day ? '7 天内' : '更早';
  };
  const groups = new Map(['置顶', '今天', '昨天', '7 天内', '更早'].map((title) => [title, [] as Conversation[]]));
  for (const row of rows) groups.get(titleOf(row))?.push(row);
  return [...groups].filter(([, { length }]) => length > 0).map(([title, rows]) => ({ title, rows }));
}

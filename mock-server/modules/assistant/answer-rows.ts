import type { Clock } from '../../adapters/clock/port.ts';
import type { Store } from '../base/store.ts';
import type { TicketService } from '../shop/ticket/ticket.service.ts';
import type { Ending } from './answer-parts.ts';
import { holdOf } from './chat.rules.ts';
import * as conversations from './conversation.repository.ts';
import { createGroupCommit } from './group-commit.ts';
import * as messages from './message.repository.ts';

export interface AnswerRowDeps {
  store: Store;
  clock: Clock;
  tickets: Pick<TicketService, 'settle'>;
}

const savedAtOnce = 100;

/** Rows of answers while they are written, and the settlement of their tickets. */
export function createAnswerRows({ store, clock, tickets }: AnswerRowDeps) {
  const { transact } = store;
  const together = createGroupCommit(transact);

  /** Columns of a row that change while it is written. */
  const growth = ({ text, reasoning, state, sources, cards, pictures, usage, cost }: messages.MessageRow) => {
    return { text, reasoning, state, sources, cards, pictures, usage, cost };
  };

  return {
    async save(rows: readonly messages.MessageRow[]): Promise<void> {
      for (let start = 0; start < rows.length; start += savedAtOnce)
        await transact(async (tx) => {
          for (const row of rows.slice(start, start + savedAtOnce))
            await messages.changeRunning(tx, row.id, growth(row));
        });
    },

    /** Takes the tickets, at the first content and before anybody is shown it. */
    async pay(row: messages.MessageRow): Promise<void> {
      row.state = 'streaming';
      if (row.price === row.cost) return;
      await together(async (tx) => {
        if (!(await messages.changeRunning(tx, row.id, { ...growth(row), cost: row.price }))) return;
        await tickets.settle(tx, holdOf(row.id), row.price, '助手回答');
      });
      row.cost = row.price;
    },

    /** Writes how an answer ended, once; tickets that were not taken go back. */
    async end(row: messages.MessageRow, { state, error }: Ending): Promise<void> {
      row.state = state;
      row.error_reason = error?.reason ?? null;
      row.error_message = error?.message ?? null;
      row.finished_at = clock.now();
      const { error_reason, error_message, finished_at } = row;
      const change = { ...growth(row), error_reason, error_message, finished_at };
      await together(async (tx) => {
        if (!(await messages.changeRunning(tx, row.id, change))) return;
        if (row.cost < row.price) await tickets.settle(tx, holdOf(row.id), 0, '助手未作答，退回');
        await conversations.changeConversation(tx, row.conversation_id, { updated_at: clock.now() });
      });
    },
  };
}

/** Returns true when something was said; thoughts are not. */
export function hasContent({ text, cards, pictures }: messages.MessageRow): boolean {
  return text !== '' || cards !== '[]' || pictures !== '[]';
}

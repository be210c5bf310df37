import { strikeEveryStep } from '../support/flow-strikes.ts';
import { clockMoves, moveClockAt } from '../support/moved-clock-flow.ts';

strikeEveryStep({
  title: 'wherever the clock goes after a write, nothing fails and the books are right',
  ...{ parts: 2, distinct: 40, repeated: 6 },
  // A write meets one of the moves, its neighbours others: each write with each move would take minutes.
  async strike({ flow, stage, position, at }) {
    const move = clockMoves[(at + position) % clockMoves.length];
    return move && moveClockAt(flow, stage, at, move);
  },
});

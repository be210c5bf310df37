import { type Books, count } from './book.ts';
import type { StaffHand } from './hands.ts';
import { oneOf, type Random } from './numbering.ts';
import { categoryActs } from './staff-categories.ts';
import { customerActs } from './staff-customers.ts';
import { decisionActs } from './staff-decisions.ts';
import type { World } from './world.ts';

interface Desk extends Pick<StaffHand, 'wards' | 'banned'> {
  sid: string;
}

/** @returns what makes one of this staff member's operations, chosen at random */
export function staffAt(world: World, books: Books, { sid, wards, banned }: Desk, random: Random): () => Promise<void> {
  const hand: StaffHand = {
    ...{ books, wards, banned, random },
    call: (act) =>
      world.answered(async (isAgain) => act((await world.visit({ name: 'staff_sid', value: sid })).api, isAgain)),
    note(kind, action, subject) {
      count(books.done, kind);
      count(books.staffActs, `${action} ${subject}`);
    },
  };
  const { give, takeBack, writeNote, deleteNote, ban } = customerActs(hand);
  const { refund, approve } = decisionActs(hand, give);
  const { makeCategory, changeCategory } = categoryActs(hand);
  const acts = [
    give,
    takeBack,
    writeNote,
    deleteNote,
    ban,
    refund,
    refund,
    approve,
    approve,
    makeCategory,
    changeCategory,
  ];
  return async () => (oneOf(acts, random) ?? give)();
}

import { createTurns } from '../../../turns.ts';

/** Of the next ones in line, this many are looked at for the one that differs most from what stands before. */
const lookedAt = 16;
/** Neighbours that a picture should differ from. */
const apart = 6;
/** Pictures placed between two looks at the time. */
const placedAtOnce = 64;

/**
 * Spreads what is alike: goes through `slots` and takes of the next few always the one that resembles the last ones
 * least. Nothing moves further up than the few places; the same pictures give the same order.
 * @param kinship how much two are alike, 0 for not at all
 */
export async function spread(slots: Int32Array, kinship: (one: number, other: number) => number): Promise<Int32Array> {
  const spreadOut = new Int32Array(slots.length);
  const waiting = [...slots.subarray(0, lookedAt)];
  const turns = createTurns();
  let next = waiting.length;
  for (let place = 0; place < slots.length; place++) {
    let best = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let candidate = 0; candidate < waiting.length && least > 0; candidate++) {
      let likeness = 0;
      for (let back = 1; back <= apart && back <= place; back++)
        likeness += kinship(waiting[candidate]!, spreadOut[place - back]!) / back;
      if (likeness < least) [least, best] = [likeness, candidate];
    }
    spreadOut[place] = waiting[best]!;
    waiting.splice(best, 1);
    if (next < slots.length) waiting.push(slots[next++]!);
    if (place % placedAtOnce === 0 && turns.isOver()) await turns.give();
  }
  return spreadOut;
}

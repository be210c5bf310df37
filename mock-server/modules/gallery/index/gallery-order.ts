import { createTurns, placesAtOnce } from '../../../turns.ts';

/** Negative when the first slot stands before the other. No two slots are equal. */
type Compare = (one: number, other: number) => number;

export type Order = ReturnType<typeof createOrder>;

/** Slots that are sorted in one go. */
const runLength = 2048;

/** Slots in an order that is kept while single ones come and go. */
export function createOrder(compare: Compare) {
  let slots = new Int32Array(0);
  let length = 0;

  /** The first place whose slot does not stand before `slot`. */
  function placeOf(slot: number): number {
    let low = 0;
    let high = length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(slots[middle]!, slot) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Merges the run that begins at `start` with the one that begins at `middle`. */
  async function merge(
    from: Int32Array,
    to: Int32Array,
    { start, middle, end }: { start: number; middle: number; end: number },
    turns: ReturnType<typeof createTurns>,
  ): Promise<void> {
    let left = start;
    let right = middle;
    for (let place = start; place < end; place++) {
      const isLeft = left < middle && (right >= end || compare(from[left]!, from[right]!) < 0);
      to[place] = isLeft ? from[left++]! : from[right++]!;
      if (place % placesAtOnce === 0 && turns.isOver()) await turns.give();
    }
  }

  return {
    /** All slots, first to last; not to be written to, and good until the next change. */
    slots: (): Int32Array => slots.subarray(0, length),

    insert(slot: number): void {
      if (length === slots.length) {
        const larger = new Int32Array(Math.max(1024, slots.length * 2));
        larger.set(slots);
        slots = larger;
      }
      const place = placeOf(slot);
      slots.copyWithin(place + 1, place, length);
      slots[place] = slot;
      length++;
    },

    /** Takes a slot out; its score must still be the one it came in with. */
    remove(slot: number): void {
      const place = placeOf(slot);
      if (place >= length || slots[place] !== slot) return;
      slots.copyWithin(place, place + 1, length);
      length--;
    },

    /** Puts the slots 0 to `count` in order (merge sort), giving way to others every few milliseconds. */
    async build(count: number): Promise<void> {
      const turns = createTurns();
      let from = new Int32Array(count);
      for (let slot = 0; slot < count; slot++) from[slot] = slot;
      let to = new Int32Array(count);
      for (let start = 0; start < count; start += runLength) {
        from.subarray(start, start + runLength).sort(compare);
        if (turns.isOver()) await turns.give();
      }
      for (let width = runLength; width < count; width *= 2) {
        for (let start = 0; start < count; start += 2 * width) {
          const middle = Math.min(count, start + width);
          const end = Math.min(count, start + 2 * width);
          await merge(from, to, { start, middle, end }, turns);
        }
        [from, to] = [to, from];
      }
      slots = from;
      length = count;
    },
  };
}

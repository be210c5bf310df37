/** Something that keeps bytes which it can do without. */
export interface Sharer {
  bytes(): number;
  /** Forgets its oldest part. */
  forgetOldest(): void;
}

export type MemoryRoom = ReturnType<typeof createMemoryRoom>;

/** Memory that several keepers have in common: the one with the most bytes forgets first. @param most bytes */
export function createMemoryRoom(most: number) {
  const sharers = new Set<Sharer>();
  return {
    join: (sharer: Sharer): void => void sharers.add(sharer),
    leave: (sharer: Sharer): void => void sharers.delete(sharer),
    keepWithin(): void {
      let total = 0;
      for (const sharer of sharers) total += sharer.bytes();
      while (total > most) {
        const largest = [...sharers].reduce((one, other) => (other.bytes() > one.bytes() ? other : one));
        const before = largest.bytes();
        largest.forgetOldest();
        total -= before - largest.bytes();
      }
    },
  };
}

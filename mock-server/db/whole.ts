import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabaseConnection } from 'kysely';

/** Transactions of a piece of work that are made to be parts of one. */
export interface Whole {
  /** The connection, once it is the work's. */
  connection: DatabaseConnection | undefined;
  hasBegun: boolean;
  /** True between the beginning and the end of one of its transactions. */
  isInPart: boolean;
  /** Effects of its parts, for after the commit of the whole. */
  effects: Array<() => void>;
  /** Lets one part begin after the other. */
  parts: Mutex;
  /** True when the work has ended: what it left behind goes on by itself. */
  isOver: boolean;
}

/** Lets one after the other. */
export interface Mutex {
  take(): Promise<void>;
  /** True, and it is taken, where nobody has it. */
  takeNow(): boolean;
  giveBack(): void;
}

export function createMutex(): Mutex {
  const waiting: Array<() => void> = [];
  let isTaken = false;
  return {
    async take() {
      if (isTaken) await new Promise<void>((resolve) => waiting.push(resolve));
      isTaken = true;
    },
    takeNow() {
      if (isTaken) return false;
      isTaken = true;
      return true;
    },
    giveBack() {
      const next = waiting.shift();
      if (next) next();
      else isTaken = false;
    },
  };
}

export type Wholes = ReturnType<typeof createWholes>;

/** The {@link Whole} of the work that is under way here, if it is one. */
export function createWholes() {
  const local = new AsyncLocalStorage<Whole>();
  return {
    current(): Whole | undefined {
      const whole = local.getStore();
      return whole?.isOver ? undefined : whole;
    },

    /** Runs `work` as a whole; its effects are the caller's to have done. */
    async run<T>(work: () => Promise<T>): Promise<{ value: T; effects: Array<() => void> }> {
      const parts = createMutex();
      const whole: Whole = {
        connection: undefined,
        hasBegun: false,
        isInPart: false,
        effects: [],
        parts,
        isOver: false,
      };
      try {
        return { value: await local.run(whole, work), effects: whole.effects };
      } finally {
        whole.isOver = true;
      }
    },
  };
}

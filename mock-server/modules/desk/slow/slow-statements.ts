import type { Emptied } from '../../base/store.ts';

/** Executions of one shape beyond the bound. Milliseconds; moments on the monotonic clock. */
export interface StatementTimes {
  shape: string;
  count: number;
  totalMs: number;
  longestMs: number;
  lastMs: number;
  seenAt: number;
}

export type SlowStatements = ReturnType<typeof createSlowStatements>;

/** Shapes that are remembered; beyond them the one that was slow longest ago is forgotten. */
const mostShapes = 200;
/** Characters of a statement that are read, and of a shape that are kept. */
const longestRead = 4000;
const longestShape = 600;

/**
 * Remembers which statements took longer than a bound, without their values.
 * @param now monotonic clock in milliseconds
 */
export function createSlowStatements(boundMs: number, now: () => number = () => performance.now()) {
  // Those that were slow most recently stand last.
  const known = new Map<string, StatementTimes>();
  return {
    boundMs,

    /** Called for every statement, so it is quick for those within the bound. */
    note(sql: string, ms: number): void {
      if (ms <= boundMs) return;
      const shape = shapeOf(sql);
      const before = known.get(shape) ?? { shape, count: 0, totalMs: 0, longestMs: 0 };
      known.delete(shape);
      known.set(shape, {
        ...{ shape, count: before.count + 1, totalMs: before.totalMs + ms },
        ...{ longestMs: Math.max(before.longestMs, ms), lastMs: ms, seenAt: now() },
      });
      if (known.size > mostShapes) known.delete(known.keys().next().value as string);
    },

    list: (): StatementTimes[] => [...known.values()].toSorted((a, b) => b.totalMs - a.totalMs),
    forgetWith: (store: Emptied) => store.whenEmptied(() => known.clear()),
  };
}

/** A statement without its values: texts, numbers and lists of parameters become `?`, its spaces single ones. */
export function shapeOf(sql: string): string {
  const shape = sql
    .slice(0, longestRead)
    .replace(/'[^']*'?/g, '?')
    .replace(/\s+/g, ' ')
    .replace(/\b\d[\w.]*/g, '?')
    .replace(/\?(, \?)+/g, '?, …')
    .replace(/\(\?, …\)(, \(\?, …\))+/g, '(?, …), …')
    .trim();
  return shape.length > longestShape ? `${shape.slice(0, longestShape)}…` : shape;
}

/** Verb and table of a shape, e.g. `select task`; the verb alone where no table is named. */
export function nameOfShape(shape: string): string {
  const [, verb = 'other'] = /\b(select|insert|update|delete|begin|commit|pragma|vacuum)\b/i.exec(shape) ?? [];
  const [, table = ''] = /\b(?:from|into|update) "?(\w+)/i.exec(shape) ?? [];
  return `${verb.toLowerCase()} ${table}`.trim();
}

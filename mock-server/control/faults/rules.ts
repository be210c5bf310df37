import { isDeepStrictEqual } from 'node:util';
import type { Emptied } from '../../modules/base/store.ts';
import { type Fault, type FaultMatch, kindsAt, SavedFaults } from '../fault-contract.ts';

/** Rule with what it has counted. */
export interface Rule extends Fault {
  /** Matching calls so far. */
  seen: number;
  struck: number;
  /** State of the random numbers behind `prob`; each rule has its own, so that others do not disturb them. */
  drawn: number;
}

const defaultSeed = 1;
const defaultMs = 1000;

/** The rules that are set, in their order. */
export function createFaultRules() {
  let rules: Rule[] = [];
  let seed = defaultSeed;

  function clear(): void {
    rules = [];
    seed = defaultSeed;
  }

  return {
    /** Removes all rules whenever the data go. */
    endWith(store: Emptied): void {
      store.whenEmptied(() => {
        rules = [];
        seed = defaultSeed;
      });
    },
    clear,

    /**
     * Puts rules in the place of those that are set.
     * @param isGoingOn true when rules that are set already go on counting; where the seed is another one none does
     */
    set(faults: readonly Fault[], newSeed: number, isGoingOn = false): void {
      const former = isGoingOn && newSeed === seed ? [...rules] : [];
      seed = newSeed;
      rules = faults.map((fault, index) => {
        const rule = withDefaults(fault);
        const at = former.findIndex((each) => isDeepStrictEqual(faultOf(each), rule));
        const [kept] = at < 0 ? [] : former.splice(at, 1);
        const drawn = (newSeed + Math.imul(index, 0x9e37_79b9)) >>> 0;
        return kept ?? { ...rule, seen: 0, struck: 0, drawn };
      });
    },

    list: () => ({ seed, faults: rules.map(({ seen: _seen, drawn: _drawn, ...rule }) => rule) }),
    all: (): readonly Rule[] => rules,

    /** The first matching rule that strikes; every matching rule before it counts the call as well. */
    strike(isMatching: (match: FaultMatch, rule: Rule) => boolean): Rule | undefined {
      for (const rule of rules) {
        if (!isMatching(rule.match, rule)) continue;
        rule.seen += 1;
        const isOver = rule.seen <= rule.after || (rule.times !== undefined && rule.struck >= rule.times);
        if (isOver || !isDrawn(rule)) continue;
        rule.struck += 1;
        return rule;
      }
      return undefined;
    },

    /** Plain JSON that {@link load} takes back. */
    save: (): SavedFaults => structuredClone({ seed, rules }),
    /** Puts saved rules in the place of those that are set. Throws a `ZodError` for anything else. */
    load(saved: unknown): void {
      const parsed = SavedFaults.parse(saved);
      seed = parsed.seed;
      rules = parsed.rules;
    },
  };
}

const faultOf = ({ seen: _seen, struck: _struck, drawn: _drawn, ...fault }: Rule): Fault => fault;

function withDefaults(fault: Fault): Fault {
  const isTimed = kindsAt(fault.match.step)[fault.kind]?.isTimed;
  return {
    ...fault,
    ...(isTimed && { ms: fault.ms ?? defaultMs }),
    ...(fault.kind === 'status' && { status: fault.status ?? 500 }),
  };
}

/** Draws the rule's next random number where its probability leaves a choice (mulberry32). */
function isDrawn(rule: Rule): boolean {
  if (rule.prob >= 1) return true;
  rule.drawn = (rule.drawn + 0x6d2b_79f5) >>> 0;
  let mixed = Math.imul(rule.drawn ^ (rule.drawn >>> 15), rule.drawn | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32 < rule.prob;
}

import type { Json } from './openapi-schema.ts';

interface Known {
  status: string;
  answer: Json;
  uses: number;
  name?: string;
}

/**
 * Failures that several calls answer alike stand once in the description, as components. All calls are counted before
 * the first name is given.
 */
export class SharedAnswers {
  #known = new Map<string, Known>();
  #sizes = new Map<string, number>();

  /** Counts the failures of a call. @param responses by status */
  count(responses: Json): void {
    for (const [status, answer] of failuresIn(responses)) {
      const text = keyOf(status, answer);
      const known = this.#known.get(text);
      if (known) known.uses++;
      else this.#known.set(text, { status, answer, uses: 1 });
    }
  }

  /** The answers of a call, with references to those that it shares. */
  referring(responses: Json): Json {
    const shared = failuresIn(responses).flatMap(([status, answer]) => {
      const known = this.#known.get(keyOf(status, answer));
      return known && known.uses > 1 ? [[status, { $ref: `#/components/responses/${this.#nameOf(known)}` }]] : [];
    });
    return { ...responses, ...Object.fromEntries(shared) };
  }

  /** The components, by the names that were given: `Failure401`, and `Failure401_2` for another of this status. */
  get components(): Json {
    const named = [...this.#known.values()].flatMap(({ name, answer }) => (name ? [[name, answer]] : []));
    return Object.fromEntries(named);
  }

  #nameOf(known: Known): string {
    if (known.name) return known.name;
    const place = (this.#sizes.get(known.status) ?? 0) + 1;
    this.#sizes.set(known.status, place);
    known.name = place === 1 ? `Failure${known.status}` : `Failure${known.status}_${place}`;
    return known.name;
  }
}

const keyOf = (status: string, answer: Json): string => `${status} ${JSON.stringify(answer)}`;

const failuresIn = (responses: Json): Array<[string, Json]> =>
  Object.entries(responses).flatMap(
    ([status, answer]): Array<[string, Json]> => (status >= '400' ? [[status, answer as Json]] : []),
  );

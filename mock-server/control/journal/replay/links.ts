import type { Exchange, Recipient } from '../exchange.ts';
import { marksIn } from '../redaction.ts';

/** Encoding of a value in the text around it. */
export type Encoding = 'json' | 'url';

/** Text with places for values that are known only when it is sent. */
export type Template = ReadonlyArray<string | { variable: string; as: readonly Encoding[] }>;

/** A value of an answer that later requests carry. */
export interface Taken {
  variable: string;
  /** Keys down to the value in a JSON answer; null for the whole text. */
  keys: ReadonlyArray<string | number> | null;
  /** The part of an address that it is. */
  part?: { segment: number } | { query: string };
}

/** A code that is read from the outbox before the request that carries it. */
export interface ReadCode {
  variable: string;
  to: Recipient;
}

interface Source extends Omit<Taken, 'variable'> {
  /** Collects what is taken from the answer. */
  takes: Taken[];
  variable?: string;
}

/** Values that servers make up: ids, numbers of orders, tokens, and secrets. Others are the same on every server. */
const madeUp = /^(?:…[0-9a-f]{12}$|[a-z]+_[0-9a-z]{20}$|(?=.*\d)[\w.~-]{20,}$|[A-Za-z]*\d{8,}$)/;
const opens = '\uE000';
const closes = '\uE001';
const places = /\uE000([^\uE001]+)\uE001/g;
/** Characters between the parts of an address. */
const between = /([/?&=#])/;

/** Follows values from answers into later requests, in the order in which exchanges are given to it. */
export class Links {
  /** Environment variables that hold the secrets no answer brought, with the names of their fields. */
  readonly secrets = new Map<string, string>();
  readonly #known = new Map<string, Source>();
  /** Values that the client made: their echo in an answer is no source. */
  readonly #own = new Set<string>();
  readonly #names = new Set<string>();
  readonly #secretNames = new Map<string, string>();

  /** Templates of one request. Codes that it carries are added to `codes`. */
  of(exchange: Exchange, codes: ReadCode[]) {
    const value = (name: string, text: string): string => {
      const whole = this.#placeOf(name, text, exchange, codes);
      if (whole !== undefined) return whole;
      const pieces = text.split(between).map((piece) => this.#placeOf(name, decoded(piece), exchange, codes) ?? piece);
      const linked = pieces.join('');
      return marksIn(linked).reduce((all, mark) => all.replace(mark, this.#secret(name, mark)), linked);
    };
    const tree = (node: unknown, name: string): unknown => {
      if (typeof node === 'string') return value(name, node);
      if (Array.isArray(node)) return node.map((item) => tree(item, name));
      if (typeof node !== 'object' || node === null) return node;
      return Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, tree(inner, key)]));
    };
    return {
      /** A path; its parts between slashes may be values. */
      path: (path: string): Template =>
        split(
          path
            .split('/')
            .map((segment) =>
              segment === '' ? '' : (this.#placeOf('path', decoded(segment), exchange, codes) ?? segment),
            )
            .join('/'),
          ['url'],
        ),
      /** Pairs as a query or a form has them; values may be JSON. */
      form: (pairs: ReadonlyArray<readonly [string, string]>): Template =>
        pairs.flatMap(([name, text], index): Template => {
          const json = parsedTree(text);
          const linked = json === undefined ? value(name, text) : JSON.stringify(tree(json, name));
          const as: Encoding[] = json === undefined ? ['url'] : ['json', 'url'];
          return [`${index > 0 ? '&' : ''}${encodeURIComponent(name)}=`, ...split(linked, as, encodeURIComponent)];
        }),
      text: (name: string, text: string): Template => split(value(name, text), []),
      json: (text: string): Template => {
        const json = parsedTree(text);
        return json === undefined ? [text] : split(JSON.stringify(tree(json, 'body')), ['json']);
      },
    };
  }

  /** Notes what an answer brings. Call it after the templates of its request were made. */
  learn({ answer }: Exchange, takes: Taken[]): void {
    if (answer.text === null || answer.isCut) return;
    const json = parsedTree(answer.text);
    if (json === undefined) {
      if (answer.type === 'text/plain') this.#note(answer.text, { keys: null, takes });
    } else this.#learnTree(json, [], takes);
  }

  #learnTree(node: unknown, keys: ReadonlyArray<string | number>, takes: Taken[]): void {
    if (typeof node === 'string') {
      this.#note(node, { keys, takes });
      if (between.test(node)) this.#learnAddress(node, keys, takes);
    } else if (Array.isArray(node))
      for (const [at, inner] of node.entries()) this.#learnTree(inner, [...keys, at], takes);
    else if (typeof node === 'object' && node !== null)
      for (const [key, inner] of Object.entries(node)) this.#learnTree(inner, [...keys, key], takes);
  }

  #learnAddress(text: string, keys: ReadonlyArray<string | number>, takes: Taken[]): void {
    if (!/^(?:\/|https?:\/\/)/.test(text) || !URL.canParse(text, 'http://localhost')) return;
    const { pathname, searchParams } = new URL(text, 'http://localhost');
    for (const [segment, part] of pathname.split('/').entries())
      this.#note(decoded(part), { keys, takes, part: { segment } });
    for (const [query, part] of searchParams) this.#note(part, { keys, takes, part: { query } });
  }

  #note(value: string, source: Source): void {
    if (madeUp.test(value) && !this.#own.has(value) && !this.#known.has(value)) this.#known.set(value, source);
  }

  #placeOf(name: string, value: string, { codes: sent }: Exchange, codes: ReadCode[]): string | undefined {
    const to = sent[value];
    if (to) {
      const variable = this.#name('code');
      codes.push({ variable, to });
      return place(variable);
    }
    const source = this.#known.get(value);
    if (!source) {
      if (/^…[0-9a-f]{12}$/.test(value)) return this.#secret(name, value);
      this.#own.add(value);
      return undefined;
    }
    if (source.variable === undefined) {
      const { keys, part } = source;
      const key = keys?.findLast((each) => typeof each === 'string');
      source.variable = this.#name(part ? 'part' : String(key ?? 'text'));
      source.takes.push({ variable: source.variable, keys, ...(part && { part }) });
    }
    return place(source.variable);
  }

  #secret(name: string, mark: string): string {
    let variable = this.#secretNames.get(mark);
    if (variable === undefined) {
      variable = this.#name(`SECRET_${name.replace(/[^A-Za-z0-9]/g, '').toUpperCase()}`);
      this.#secretNames.set(mark, variable);
      this.secrets.set(variable, name);
    }
    return place(variable);
  }

  #name(wanted: string): string {
    const base = wanted.replace(/[^A-Za-z0-9_]/g, '') || 'value';
    let name = base;
    for (let count = 2; this.#names.has(name); count++) name = `${base}_${count}`;
    this.#names.add(name);
    return name;
  }
}

const place = (variable: string) => `${opens}${variable}${closes}`;

/** The same text, with literals that follow one another in one piece. */
export function joined(template: Template): Template {
  const parts: Array<Template[number]> = [];
  for (const part of template) {
    const last = parts.at(-1);
    if (typeof part === 'string' && typeof last === 'string') parts[parts.length - 1] = last + part;
    else parts.push(part);
  }
  return parts;
}

function split(text: string, as: readonly Encoding[], literal = (piece: string) => piece): Template {
  // The expression has one group: names stand at the odd places.
  return text.split(places).flatMap((piece, index): Template => {
    if (index % 2 === 1) return [{ variable: piece, as }];
    return piece === '' ? [] : [literal(piece)];
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** An object or a list; undefined for other texts. */
function parsedTree(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

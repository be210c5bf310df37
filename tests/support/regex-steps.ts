/** Node of a parsed regular expression, reduced to what affects the matching time. */
type Node =
  | { kind: 'sign'; source: string }
  | { kind: 'edge'; source: string }
  | { kind: 'group'; ways: Node[][]; place?: number; name?: string }
  | { kind: 'look'; ways: Node[][]; isBehind: boolean; isNegative: boolean }
  | { kind: 'again'; of: string }
  | { kind: 'repeat'; node: Node; least: number; most: number; isLazy: boolean };

interface Parsed {
  ways: Node[][];
  flags: string;
}

/** Parses the source of a valid JavaScript regular expression. */
function parseExpression(source: string, flags: string): Parsed {
  let at = 0;
  let groups = 0;
  const hasSets = flags.includes('v');

  function readClass(): string {
    const from = at;
    for (let depth = 0; at < source.length; ) {
      const sign = source[at++];
      if (sign === '\\') at++;
      else if (sign === '[' && (depth === 0 || hasSets)) depth++;
      else if (sign === ']' && --depth === 0) break;
    }
    return source.slice(from, at);
  }

  function readEscape(): Node {
    const rest = source.slice(at);
    const edge = /^\\[bB]/.exec(rest);
    const back = /^\\(?:([1-9]\d{0,1})|k<([^>]{1,50})>)/.exec(rest);
    const code = /^\\(?:[pP]\{[^}]{1,50}\}|u\{[0-9a-f]{1,6}\}|u[0-9a-f]{4}|x[0-9a-f]{2}|c[a-z]|[\s\S])/iu.exec(rest);
    const found = edge ?? back ?? code;
    at += found?.[0].length ?? 1;
    if (edge) return { kind: 'edge', source: edge[0] };
    if (back) return { kind: 'again', of: back[1] ?? back[2] ?? '' };
    return { kind: 'sign', source: code?.[0] ?? '\\\\' };
  }

  function readGroup(): Node {
    const head = /^\((?:\?(?:(:)|([a-z-]{1,6}:)|(<?)([=!])|<([^>]{1,50})>))?/.exec(source.slice(at));
    at += head?.[0].length ?? 1;
    const isPlain = head?.[1] !== undefined || head?.[2] !== undefined;
    const place = head?.[4] || isPlain ? undefined : ++groups;
    const ways = readWays();
    at++;
    if (head?.[4]) return { kind: 'look', ways, isBehind: head[3] === '<', isNegative: head[4] === '!' };
    return { kind: 'group', ways, ...(place !== undefined && { place }), ...(head?.[5] && { name: head[5] }) };
  }

  function readOne(): Node {
    const sign = source[at];
    if (sign === '(') return readGroup();
    if (sign === '[') return { kind: 'sign', source: readClass() };
    if (sign === '\\') return readEscape();
    const letter = String.fromCodePoint(source.codePointAt(at) ?? 0);
    at += letter.length;
    if (letter === '^' || letter === '$') return { kind: 'edge', source: letter };
    return { kind: 'sign', source: letter };
  }

  function readRepeat(node: Node): Node {
    const found = /^(?:([*+?])|\{(\d{1,9})(,?)(\d{0,9})\})(\??)/.exec(source.slice(at));
    if (!found) return node;
    at += found[0].length;
    const [, mark, from = '0', comma, to] = found;
    const least = mark ? Number(mark === '+') : Number(from);
    const most = mark ? (mark === '?' ? 1 : Infinity) : to ? Number(to) : comma ? Infinity : least;
    return { kind: 'repeat', node, least, most, isLazy: found[5] === '?' };
  }

  function readWays(): Node[][] {
    const ways: Node[][] = [[]];
    while (at < source.length && source[at] !== ')') {
      if (source[at] === '|') {
        at++;
        ways.push([]);
      } else ways.at(-1)?.push(readRepeat(readOne()));
    }
    return ways;
  }

  return { ways: readWays(), flags };
}

/** Thrown when a match exceeds the allowed number of steps. */
class TooMany extends Error {}

type Go = (at: number) => boolean;

/** Counts the steps of a backtracking search, as JavaScript engines do it. */
function createStepCounter({ ways, flags }: Parsed) {
  const known = new Map<string, RegExp>();
  const answers = new Map<string, boolean>();
  const only = flags.replace(/[gyd]/g, '');
  const isSticky = flags.includes('y');
  let text = '';
  let steps = 0;
  let most = 0;
  const captured = new Map<string, string>();

  function fits(source: string, sign: string): boolean {
    const key = `${source} ${sign}`;
    const answer = answers.get(key);
    if (answer !== undefined) return answer;
    let test = known.get(source);
    if (!test) {
      test = new RegExp(`^(?:${source})$`, only.replace('m', ''));
      known.set(source, test);
    }
    const found = test.test(sign);
    answers.set(key, found);
    return found;
  }

  const isWord = (at: number) => /\w/.test(text[at] ?? '');

  function isEdge(source: string, at: number): boolean {
    if (source === '^') return at === 0 || (flags.includes('m') && text[at - 1] === '\n');
    if (source === '$') return at === text.length || (flags.includes('m') && text[at] === '\n');
    return (isWord(at - 1) !== isWord(at)) === (source === '\\b');
  }

  function one(node: Node, at: number, isBack: boolean, go: Go): boolean {
    if (++steps > most) throw new TooMany();
    switch (node.kind) {
      case 'sign': {
        const sign = text[isBack ? at - 1 : at];
        return sign !== undefined && fits(node.source, sign) && go(isBack ? at - 1 : at + 1);
      }
      case 'edge':
        return isEdge(node.source, at) && go(at);
      case 'again': {
        const said = captured.get(node.of) ?? '';
        return (
          text.startsWith(said, isBack ? at - said.length : at) && go(isBack ? at - said.length : at + said.length)
        );
      }
      case 'look':
        return any(node.ways, at, node.isBehind, () => true) !== node.isNegative && go(at);
      case 'group':
        return any(node.ways, at, isBack, (end) => {
          const said = text.slice(Math.min(at, end), Math.max(at, end));
          if (node.place !== undefined) captured.set(String(node.place), said);
          if (node.name !== undefined) captured.set(node.name, said);
          return go(end);
        });
      case 'repeat':
        return repeat(node, 0, at, isBack, go);
    }
  }

  function repeat(node: Node & { kind: 'repeat' }, times: number, at: number, isBack: boolean, go: Go): boolean {
    const more = () =>
      times < node.most &&
      one(
        node.node,
        at,
        isBack,
        (end) => (end !== at || times < node.least) && repeat(node, times + 1, end, isBack, go),
      );
    if (times < node.least) return more();
    return node.isLazy ? go(at) || more() : more() || go(at);
  }

  function all(nodes: Node[], place: number, at: number, isBack: boolean, go: Go): boolean {
    const node = nodes[isBack ? nodes.length - 1 - place : place];
    return node ? one(node, at, isBack, (end) => all(nodes, place + 1, end, isBack, go)) : go(at);
  }

  function any(from: Node[][], at: number, isBack: boolean, go: Go): boolean {
    return from.some((way) => all(way, 0, at, isBack, go));
  }

  /**
   * Returns the number of steps of a search from every position of the text, as in a global replacement or a failing
   * search; Infinity above `allowed`.
   */
  function count(searched: string, allowed: number): number {
    text = searched;
    steps = 0;
    most = allowed;
    try {
      for (let at = 0; at <= text.length; ) {
        captured.clear();
        let end = -1;
        any(ways, at, false, (to) => {
          end = to;
          return true;
        });
        if (isSticky && end < 0) break;
        at = end > at ? end : at + 1;
      }
    } catch (error) {
      if (!(error instanceof TooMany)) throw error;
      return Infinity;
    }
    return steps;
  }
  return { count, fits };
}

/** Repeats with a higher maximum count as unbounded. */
const fewTimes = 12;
const everywhere = [...'a0 \n,.-_<("/:=一\u0001'];

/**
 * Builds texts that make an expression backtrack as often as possible: the body of a repeat n times, in its context and
 * alone, followed by a mismatch.
 */
function hostileTexts({ ways }: Parsed, fits: (source: string, sign: string) => boolean) {
  const signs = new Set<string>();
  const visit = (node: Node, on: (node: Node) => void): void => {
    on(node);
    if (node.kind === 'group' || node.kind === 'look')
      for (const way of node.ways) for (const each of way) visit(each, on);
    if (node.kind === 'repeat') visit(node.node, on);
  };
  const repeats: Array<Node & { kind: 'repeat' }> = [];
  const nodes: Node[] = [];
  for (const way of ways)
    for (const node of way)
      visit(node, (each) => {
        nodes.push(each);
        if (each.kind === 'sign') signs.add(each.source);
        if (each.kind === 'repeat' && each.most > fewTimes) repeats.push(each);
      });
  const alphabet = new Map<string, string>();
  const literal = [...signs].flatMap((source) => [...source].filter((sign) => !/[\\[\]^]/.test(sign)));
  for (const sign of [...everywhere, ...literal]) {
    const answers = [...signs].map((source) => (fits(source, sign) ? 1 : 0)).join('');
    if (!alphabet.has(answers)) alphabet.set(answers, sign);
  }
  const letters = [...alphabet.values()];

  /** A short text that matches the node. `swap` replaces the text of one inner node. */
  function sample(node: Node, swap: { node: Node; text: string } | undefined): string {
    if (swap?.node === node) return swap.text;
    switch (node.kind) {
      case 'sign':
        return letters.find((sign) => fits(node.source, sign)) ?? '';
      case 'group': {
        const way = node.ways.find((each) => swap && each.some((inner) => has(inner, swap.node))) ?? node.ways[0] ?? [];
        return way.map((inner) => sample(inner, swap)).join('');
      }
      case 'repeat':
        return (swap && has(node.node, swap.node) ? 1 : Math.min(node.least, 3)) > 0
          ? sample(node.node, swap).repeat(swap && has(node.node, swap.node) ? 1 : Math.min(node.least, 3))
          : '';
      default:
        return '';
    }
  }
  function has(node: Node, wanted: Node): boolean {
    let found = false;
    visit(node, (each) => {
      found ||= each === wanted;
    });
    return found;
  }

  return {
    /** @param length length of the repeated part in characters */
    texts(length: number): string[] {
      const made = new Set<string>();
      for (const repeat of repeats) {
        const body = sample(repeat.node, undefined);
        const firsts = letters.filter((letter) => nodesOf(repeat.node).some((source) => fits(source, letter)));
        for (const pump of new Set([body, ...firsts.slice(0, 4), ...firsts.slice(0, 2).map((sign) => body + sign)])) {
          if (pump === '') continue;
          const pumped = pump.repeat(Math.ceil(length / pump.length));
          const way = ways.find((each) => each.some((node) => has(node, repeat))) ?? [];
          const inPlace = (text: string) => way.map((node) => sample(node, { node: repeat, text })).join('');
          const before = inPlace('\u0002').split('\u0002')[0] ?? '';
          made.add(`${before}${pumped}\u0001`);
          made.add(`${pumped}\u0001`);
          made.add(pumped);
          made.add(`${before.repeat(Math.ceil(length / 2 / Math.max(1, before.length)))}${pumped}`);
        }
      }
      return [...made];
    },
  };

  function nodesOf(node: Node): string[] {
    const found: string[] = [];
    visit(node, (each) => {
      if (each.kind === 'sign') found.push(each.source);
    });
    return found;
  }
}

/**
 * Estimates the worst-case growth of the search steps with the length of the text: 1 is linear, 2 quadratic, Infinity
 * exceeds the step limit. `witness` is a text that shows it. The smallest growth over all lengths counts, because a
 * bounded repeat grows only up to its bound.
 */
export function growthOf(source: string, flags: string): { degree: number; witness: string } {
  const parsed = parseExpression(source, flags);
  const counter = createStepCounter(parsed);
  const hostile = hostileTexts(parsed, counter.fits);
  const texts = new Map<number, string[]>();
  const textOf = (length: number, place: number): string => {
    const made = texts.get(length) ?? hostile.texts(length);
    texts.set(length, made);
    return made[place] ?? '';
  };
  let worst = { degree: 1, witness: '' };
  for (let place = 0; place < hostile.texts(shortest).length; place++) {
    let [before, degree] = [counter.count(textOf(shortest, place), mostSteps), Infinity];
    for (const length of longer) {
      const steps = before === Infinity ? before : counter.count(textOf(length, place), mostSteps);
      degree = Math.min(degree, steps === Infinity ? Infinity : Math.log2(steps / before));
      before = steps;
      if (degree <= tooFast) break;
    }
    if (degree > worst.degree) worst = { degree, witness: textOf(shortest, place) };
  }
  return worst;
}

/** Maximum number of steps of a search, and the degree above which a longer text is tried. */
const mostSteps = 300_000;
const tooFast = 1.5;
/** Lengths of the repeated part in characters. */
const shortest = 20;
const longer = [40, 80, 160, 320];

import type { ToolCallPiece } from './chunk.ts';

/** Characters of the arguments of one call. */
const argumentsLimit = 100_000;

export interface ToolCall {
  name: string;
  /** As the model wrote them; undefined where they are no JSON. */
  arguments: unknown;
}

interface Growing {
  index: number | null;
  id: string | null;
  name: string;
  text: string;
  whole: Record<string, unknown> | undefined;
}

/** Pieces streamed tool calls together. Indices, ids and names may be missing or come again with every piece. */
export function createToolCallCollector() {
  const calls: Growing[] = [];

  function callOf({ index, id, function: piece }: ToolCallPiece): Growing {
    const last = calls.at(-1);
    const known =
      index == null
        ? // Without an index a new id begins a new call, and so does a name once arguments have come.
          last && !(id && last.id && id !== last.id) && !(piece?.name && (last.text || last.whole))
          ? last
          : undefined
        : calls.find((call) => call.index === index);
    if (known) return known;
    const started: Growing = { index: index ?? null, id: id ?? null, name: '', text: '', whole: undefined };
    calls.push(started);
    return started;
  }

  return {
    take(piece: ToolCallPiece): void {
      const call = callOf(piece);
      call.id ||= piece.id ?? null;
      call.name ||= piece.function?.name ?? '';
      const given = piece.function?.arguments;
      if (typeof given === 'string') call.text = (call.text + given).slice(0, argumentsLimit);
      else if (given) call.whole = given;
    },
    calls: (): ToolCall[] => calls.map(({ name, text, whole }) => ({ name, arguments: whole ?? jsonIn(text) })),
  };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

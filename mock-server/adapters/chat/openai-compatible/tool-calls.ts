import type { ToolCallPiece } from './chunk.ts';

/** Maximum length of one call's arguments in characters; longer arguments are dropped. */
const argumentsLimit = 100_000;
/** Maximum number of tool calls per answer; further ones are ignored. */
const callLimit = 16;

export interface ToolCall {
  name: string;
  /** As the model wrote them; undefined where they are no JSON. */
  arguments: unknown;
}

interface Growing {
  id: string | null;
  name: string;
  pieces: string[];
  length: number;
  whole: Record<string, unknown> | undefined;
}

/**
 * Assembles streamed tool calls from their pieces. Indices, ids and names may be missing or repeated in every piece.
 * The time per piece depends only on its own length.
 */
export function createToolCallCollector() {
  const calls: Growing[] = [];
  const byIndex = new Map<number, Growing>();
  let last: Growing | undefined;

  function callOf({ index, id, function: piece }: ToolCallPiece): Growing | undefined {
    const known =
      index == null
        ? // Without an index a new id begins a new call, and so does a name once arguments have come.
          last && !(id && last.id && id !== last.id) && !(piece?.name && (last.length > 0 || last.whole))
          ? last
          : undefined
        : byIndex.get(index);
    if (known || calls.length >= callLimit) return known;
    const started: Growing = { id: id ?? null, name: '', pieces: [], length: 0, whole: undefined };
    calls.push(started);
    if (index != null) byIndex.set(index, started);
    return started;
  }

  return {
    take(piece: ToolCallPiece): void {
      const call = callOf(piece);
      if (!call) return;
      last = call;
      call.id ||= piece.id ?? null;
      call.name ||= piece.function?.name ?? '';
      const given = piece.function?.arguments;
      if (typeof given === 'string') {
        call.length += given.length;
        if (call.length <= argumentsLimit) call.pieces.push(given);
      } else if (given) call.whole = given;
    },
    calls: (): ToolCall[] =>
      calls.map(({ name, pieces, length, whole }) => ({
        name,
        arguments: whole ?? (length <= argumentsLimit ? jsonIn(pieces.join('')) : undefined),
      })),
  };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import { z } from 'zod';

/** A list of which only the first `most` items are read; services send no more. */
const first = <T extends z.ZodType>(most: number, item: T) =>
  z.preprocess((list) => (Array.isArray(list) ? list.slice(0, most) : list), z.array(item));

const text = z.string().nullish().catch(null);
const count = z.number().int().min(0).catch(0);

const ToolCall = z.object({
  index: z.number().int().nullish().catch(null),
  id: text,
  function: z
    .object({
      name: text,
      arguments: z
        .union([z.string(), z.record(z.string(), z.unknown())])
        .nullish()
        .catch(null),
    })
    .nullish()
    .catch(null),
});
export type ToolCallPiece = z.infer<typeof ToolCall>;

/** Contents may be a list of parts, of which some services make reasoning (`thinking`) one. */
const ContentPart = z.object({ type: text, text: text });

const Delta = z.object({
  content: z
    .union([
      z.string(),
      first(1000, ContentPart).transform((parts) =>
        parts.map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join(''),
      ),
    ])
    .nullish()
    .catch(null),
  refusal: text,
  reasoning_content: text,
  reasoning: text,
  tool_calls: first(16, ToolCall).nullish().catch(null),
  function_call: ToolCall.shape.function,
});

const Choice = z.object({
  index: z.number().nullish().catch(null),
  delta: Delta.nullish().catch(null),
  finish_reason: text,
});

const Chunk = z.object({
  choices: first(16, Choice.nullish().catch(null)).nullish().catch(null),
  usage: z.object({ prompt_tokens: count, completion_tokens: count }).nullish().catch(null),
});

/** Used fields of a chunk: services leave out, add and misuse fields, none of which ends an answer. */
export interface ReadChunk {
  text: string;
  reasoning: string;
  toolCalls: readonly ToolCallPiece[];
  /** Why the model ended; null while it has not. */
  finish: string | null;
  usage: { prompt: number; completion: number } | null;
}

export function readChunk(message: unknown): ReadChunk {
  const { choices, usage } = Chunk.parse(message);
  const choice = choices?.find((candidate) => candidate && (candidate.index ?? 0) === 0);
  const delta = choice?.delta;
  const called = delta?.function_call ? [{ index: 0, id: null, function: delta.function_call }] : [];
  return {
    text: (delta?.content ?? '') + (delta?.refusal ?? ''),
    reasoning: delta?.reasoning_content || delta?.reasoning || '',
    toolCalls: delta?.tool_calls ?? called,
    finish: choice?.finish_reason || null,
    usage: usage ? { prompt: usage.prompt_tokens, completion: usage.completion_tokens } : null,
  };
}

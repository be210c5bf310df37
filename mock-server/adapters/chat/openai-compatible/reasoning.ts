const opening = '<think>';
const closing = '</think>';

/** Maximum number of leading whitespace characters kept before an answer. */
const longestBlank = 100;

export interface Split {
  reasoning: string;
  text: string;
}

/**
 * Parts the reasoning that some models write in `<think>…</think>` before their answer from the answer. The tags may
 * come in pieces. What stands in such tags further on is text.
 */
export function createReasoningSplitter() {
  let state: 'before' | 'thinking' | 'after' | 'text' = 'before';
  let held = '';

  function take(piece: string): Split {
    if (state === 'text') return { reasoning: '', text: piece };
    held += piece;
    if (state === 'before') {
      const start = held.trimStart();
      if (start === '') held = held.slice(0, longestBlank);
      if (start.length < opening.length && opening.startsWith(start)) return { reasoning: '', text: '' };
      if (!start.startsWith(opening)) return answer();
      state = 'thinking';
      held = start.slice(opening.length);
    }
    return state === 'thinking' ? think() : answer();
  }

  function think(): Split {
    const end = held.indexOf(closing);
    if (end < 0) {
      const kept = endingThatBegins(held, closing);
      const reasoning = held.slice(0, held.length - kept);
      held = held.slice(held.length - kept);
      return { reasoning, text: '' };
    }
    const reasoning = held.slice(0, end);
    held = held.slice(end + closing.length);
    state = 'after';
    return { reasoning, text: answer().text };
  }

  /** The lines between the reasoning and the answer belong to neither. */
  function answer(): Split {
    if (state === 'after') held = held.trimStart();
    const text = held;
    held = '';
    if (text !== '' || state === 'before') state = 'text';
    return { reasoning: '', text };
  }

  return {
    take,
    /** Text held back when the stream ended. */
    rest(): Split {
      const left = held;
      held = '';
      return state === 'thinking' ? { reasoning: left, text: '' } : { reasoning: '', text: left };
    },
  };
}

/** Number of characters at the end of `text` that may be the beginning of `tag`. */
function endingThatBegins(text: string, tag: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length--)
    if (tag.startsWith(text.slice(text.length - length))) return length;
  return 0;
}

import { useEffect, useState } from 'react';
import type { LookedAhead } from '#shared/contract/task';
import { api } from '../lib/api';

/** Delay after the last change of a form before its pictures are checked, milliseconds. */
const restMs = 350;
/** A picture is looked at in about a second where the engine has nothing else to do; after a while less is expected. */
const pauseMs = (turn: number) => Math.min(5000, 700 * 1.4 ** turn);
/** Questions about a form, which take about two minutes: then it is left to the start. */
const mostTurns = 30;

/** A form that is being filled in, by what its answer is found by. */
export interface AskedForm {
  key: string;
  params: Readonly<Record<string, unknown>>;
}

/**
 * Reasons for which starts of these forms would be refused because of their pictures, and choices that runs would do
 * nothing with, by the forms' keys. Unknown ones are asked for again; the last answers stay meanwhile.
 */
export function useLookAhead(
  tool: string,
  forms: readonly AskedForm[],
  isWanted: boolean,
): ReadonlyMap<string, LookedAhead> {
  const [known, setKnown] = useState<ReadonlyMap<string, LookedAhead>>(new Map());
  const question = JSON.stringify({ tool, forms });
  useEffect(() => {
    const asked = JSON.parse(question) as { tool: string; forms: readonly AskedForm[] };
    if (!isWanted || asked.forms.length === 0) return;
    const stop = new AbortController();
    let timer = 0;
    const ask = async (left: readonly AskedForm[], turn: number) => {
      const request = { tool: asked.tool, forms: left.map(({ params }) => ({ ...params })) };
      // A form works as well without knowing: what fails is asked again, and at the end the start tells.
      const answers = await api.lookAhead(request, { signal: stop.signal }).catch((): LookedAhead[] => []);
      if (stop.signal.aborted) return;
      const told = left.flatMap(({ key }, index) => {
        const answer = answers[index];
        return answer?.isKnown ? [[key, answer] as const] : [];
      });
      setKnown((before) => new Map([...before, ...told]));
      const unknown = left.filter((_form, place) => !answers[place]?.isKnown);
      if (unknown.length > 0 && turn < mostTurns) askLater(unknown, pauseMs(turn), turn + 1);
    };
    const askLater = (left: readonly AskedForm[], afterMs: number, turn: number) => {
      timer = window.setTimeout(() => void ask(left, turn), afterMs);
    };
    askLater(asked.forms, restMs, 0);
    return () => {
      window.clearTimeout(timer);
      stop.abort();
    };
  }, [question, isWanted]);
  return known;
}

import { useCallback, useRef, useState } from 'react';
import type { Obstacle } from '#shared/domain/readiness';
import type { Values } from './field-rules';

type Finish = () => Promise<unknown>;

/** Stands for a value that will be there once the field has finished. */
const promised = 'pending';

/** Fields with work that is not in the form yet, e.g. a painted mask that is stored when the run starts. */
export function usePendingFields() {
  const finishes = useRef(new Map<string, Finish>());
  const [pendingNames, setPendingNames] = useState<readonly string[]>([]);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});

  const onPending = useCallback((name: string, finish: Finish | undefined) => {
    if (finish) finishes.current.set(name, finish);
    else if (!finishes.current.delete(name)) return;
    setPendingNames([...finishes.current.keys()]);
  }, []);

  const onProblem = useCallback((name: string, message: string | undefined) => {
    setProblems(({ [name]: _over, ...others }) => (message === undefined ? others : { ...others, [name]: message }));
  }, []);

  /** The form as it will be: what is still to be finished counts as given. */
  const withPromised = (values: Values): Values => ({
    ...values,
    ...Object.fromEntries(pendingNames.map((name) => [name, promised])),
  });

  /** Finishes everything and gives the values. Rejects when one of them fails. */
  const finishAll = useCallback(async (): Promise<Record<string, unknown>> => {
    const given = [...finishes.current].map(async ([name, finish]) => [name, await finish()] as const);
    return Object.fromEntries(await Promise.all(given));
  }, []);

  const obstacles: Obstacle[] = Object.entries(problems).map(([field, message]) => ({ kind: 'field', message, field }));
  return { onPending, onProblem, withPromised, finishAll, obstacles };
}

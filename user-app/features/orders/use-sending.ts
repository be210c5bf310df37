import { useState } from 'react';
import { type Faults, faultsIn } from '../../lib/form-faults';

/** Sends something once at a time and keeps why it was refused, by field where the server says so. */
export function useSending(act: () => Promise<void>) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Error>();
  const [faults, setFaults] = useState<Faults>({});
  const send = async () => {
    setBusy(true);
    setProblem(undefined);
    setFaults({});
    try {
      await act();
    } catch (error) {
      const ofFields = faultsIn(error);
      if (ofFields) setFaults(ofFields);
      else setProblem(error instanceof Error ? error : new Error('出错了，请稍后重试'));
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, problem, faults, setFaults, send };
}

import { useState } from 'react';
import { shownFailure } from '#shared/domain/failure-words';
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
      else setProblem(shownFailure(error as Error));
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, problem, faults, setFaults, send };
}

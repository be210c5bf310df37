import { useCallback, useState } from 'react';
import { newClientKey } from '#shared/domain/client-key';
import { startTask, type TaskStart } from '@/data/task';
import { forgetInterruption } from '@/lib/interruption';
import { toastFailure } from '@/lib/toast';
import { askForMissing } from '@/lib/with-login';

export interface Run {
  isStarting: boolean;
  start: (start: TaskStart) => Promise<void>;
}

/** Starts tasks on a person's click; a login, tickets or a membership that is missing is asked for, then it starts. */
export function useRun(onStarted: (taskId: string) => void): Run {
  const [isStarting, setIsStarting] = useState(false);
  const start = useCallback(
    async function begin(wish: TaskStart): Promise<void> {
      const request = { clientKey: newClientKey(), ...wish };
      setIsStarting(true);
      try {
        onStarted(await startTask(request));
        forgetInterruption();
      } catch (error) {
        if (!askForMissing(error, () => void begin(request), '登录后开始生成')) toastFailure(error);
      } finally {
        setIsStarting(false);
      }
    },
    [onStarted],
  );
  return { isStarting, start };
}

import { useCallback, useState } from 'react';
import { startTask, type TaskStart } from '@/data/task';
import { openLogin } from '@/lib/app-store';
import { toastFailure } from '@/lib/toast';
import { isLoginRequired } from '@/lib/with-login';

export interface Run {
  isStarting: boolean;
  start: (start: TaskStart) => Promise<void>;
}

/** Starts tasks on a person's click; where a login is missing it is asked for and the start goes on afterwards. */
export function useRun(onStarted: (taskId: string) => void): Run {
  const [isStarting, setIsStarting] = useState(false);
  const start = useCallback(
    async function begin(request: TaskStart): Promise<void> {
      setIsStarting(true);
      try {
        onStarted(await startTask(request));
      } catch (error) {
        if (isLoginRequired(error)) openLogin({ reason: '登录后开始生成', after: () => void begin(request) });
        else toastFailure(error);
      } finally {
        setIsStarting(false);
      }
    },
    [onStarted],
  );
  return { isStarting, start };
}

import { useCallback, useRef, useState } from 'react';
import { ApiError } from '#shared/client/create-client';
import { TransportError } from '#shared/client/transport';
import { newClientKey } from '#shared/domain/client-key';
import { startTask, type TaskStart } from '@/data/task';
import { forgetInterruption } from '@/lib/interruption';
import { toastFailure } from '@/lib/toast';
import { askForMissing } from '@/lib/with-login';

export interface ToolRun {
  isStarting: boolean;
  start: (start: TaskStart) => Promise<void>;
  /** Refusal of the last start because of pictures, until another start is made. */
  refusal: PictureRefusal | undefined;
}

/** Why a start was refused: sentences by field, and the values they speak of. */
interface PictureRefusal {
  sentences: Readonly<Record<string, string>>;
  params: Readonly<Record<string, unknown>>;
}

/** Starts tasks on a person's click; a login, tickets or a membership that is missing is asked for, then it starts. */
export function useRun(onStarted: (taskId: string) => void): ToolRun {
  const [isStarting, setIsStarting] = useState(false);
  const [refusal, setRefusal] = useState<PictureRefusal>();
  /** The last start without a response; starting the same content again reuses its key and returns the same task. */
  const unanswered = useRef<{ wish: string; clientKey: string }>();
  const start = useCallback(
    async function begin(wish: TaskStart): Promise<void> {
      const content = JSON.stringify(wish);
      const known = unanswered.current?.wish === content ? unanswered.current.clientKey : undefined;
      const request = { clientKey: known ?? newClientKey(), ...wish };
      unanswered.current = undefined;
      setIsStarting(true);
      setRefusal(undefined);
      try {
        onStarted(await startTask(request));
        forgetInterruption();
      } catch (error) {
        if (error instanceof TransportError && error.kind === 'aborted') return;
        if (error instanceof TransportError) unanswered.current = { wish: content, clientKey: request.clientKey };
        const sentences = sentencesOf(error);
        if (sentences) setRefusal({ sentences, params: request.params });
        else if (!askForMissing(error, () => void begin(request), '登录后开始生成')) toastFailure(error);
      } finally {
        setIsStarting(false);
      }
    },
    [onStarted],
  );
  return { isStarting, start, refusal };
}

/** Sentences at the fields of an unsuitable picture. */
function sentencesOf(error: unknown): Record<string, string> | undefined {
  if (!(error instanceof ApiError) || error.reason !== 'task.unsuitable_picture' || !error.fields) return undefined;
  return Object.fromEntries(Object.entries(error.fields).map(([field, [sentence]]) => [field, sentence ?? '']));
}

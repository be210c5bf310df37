import { useCallback, useRef, useState } from 'react';
import { ailive } from '#shared/tools/outdoor';
import { uploadImage } from '@/data/image';
import { startTask } from '@/data/task';
import { toast, toastFailure } from '@/lib/toast';
import { withLogin } from '@/lib/with-login';
import { fullSide } from './engine/capture';
import type { LiveLoop } from './engine/live-loop';
import type { DrawingTable } from './use-drawing-table';
import { wordsFor } from './use-live';
import type { Words } from './use-words';

/** Keeps the picture that is shown as a task in the works, at full size; it is downloaded from there as every work is. */
export function useSave(table: DrawingTable, loop: LiveLoop, read: () => Words) {
  const [isSaving, setIsSaving] = useState(false);
  const [savedTask, setSavedTask] = useState<string>();
  const isBusy = useRef(false);

  const save = useCallback(async () => {
    if (isBusy.current) return;
    if (table.isBlank) {
      toast.info('请先在画布上画几笔或放入图片');
      return;
    }
    isBusy.current = true;
    setIsSaving(true);
    setSavedTask(undefined);
    try {
      const canvas = await table.capture(fullSide);
      const { seed } = loop.getSnapshot();
      const words = { ...(seed === undefined ? {} : { seed }), ...wordsFor(read()) };
      const taskId = await withLogin(async () => {
        const { imageId } = await uploadImage(new File([canvas], '实时画布.png', { type: canvas.type }));
        const started = await startTask({ tool: ailive.id, params: { ...words, upload_img: imageId } });
        setSavedTask(started);
        return started;
      }, '登录后保存到作品');
      if (taskId) table.board.say('已保存到作品');
    } catch (error) {
      toastFailure(error);
    } finally {
      isBusy.current = false;
      setIsSaving(false);
    }
  }, [table, loop, read]);

  return { isSaving, savedTask, forgetSaved: useCallback(() => setSavedTask(undefined), []), save };
}

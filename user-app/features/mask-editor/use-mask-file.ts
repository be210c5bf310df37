import { useState } from 'react';
import { toast, toastFailure } from '@/lib/toast';
import type { MaskEditor } from './engine/editor';
import { noRefinement } from './engine/refine';

/** The mask as a file: white is changed, black stays. */
export function useMaskFile(editor: MaskEditor) {
  const [isBusy, setIsBusy] = useState(false);
  const during = async (act: () => Promise<void>) => {
    setIsBusy(true);
    try {
      await act();
    } catch (error) {
      toastFailure(error);
    } finally {
      setIsBusy(false);
    }
  };
  const read = (file: File) =>
    during(async () => {
      const { runs, isStretched, hasGreys } = await editor.work.readMask(file, editor.size);
      // A file is finished: grown again by the tool's own amount it would not come back as it went out.
      editor.refine(noRefinement);
      editor.endRefining();
      editor.replace(runs);
      const notes = [isStretched && '尺寸不同，已按原图拉伸', hasGreys && '灰度按一半分界'].filter(Boolean);
      toast.success(['已导入蒙版', ...notes].join('，'));
    });
  const download = () =>
    during(async () => {
      const address = URL.createObjectURL(await editor.exportPng());
      const link = document.createElement('a');
      link.href = address;
      link.download = 'mask.png';
      link.click();
      // Revoked later: the browser reads the address only after the click has returned.
      setTimeout(() => URL.revokeObjectURL(address), 10_000);
    });
  return { isBusy, read, download };
}

import { lazy } from 'react';
import { ChatScreen } from '@/features/chat';
import { PicturePickerProvider } from '@/lib/picture-picker';

const WorksPicker = lazy(() => import('@/features/tool-workbench/fields/works-picker'));

/** The assistant at both of its paths. Pictures of one's works can stand beside a question. */
export default function Assistant() {
  return (
    <PicturePickerProvider value={WorksPicker}>
      <ChatScreen />
    </PicturePickerProvider>
  );
}

import { useStore } from '@/lib/create-store';
import { editorScreens, setFormFolded, setFull } from './editor-screen';

/** Size of an editor in the window, and the functions that change it. */
export interface EditorScreen {
  isFull: boolean;
  isFormFolded: boolean;
  toggleFull: () => void;
  toggleForm: () => void;
}

/** The screen of a tool's editors: the stage, or the whole window with the form as a panel beside it. */
export function useEditorScreen(tool: { id: string; isFullScreen?: boolean }): EditorScreen {
  const wanted = useStore(editorScreens, ({ fullTools }) => fullTools[tool.id]);
  const isFormFolded = useStore(editorScreens, (screens) => screens.isFormFolded);
  const isFull = wanted ?? tool.isFullScreen === true;
  return {
    isFull,
    isFormFolded,
    toggleFull: () => setFull(tool.id, !isFull),
    toggleForm: () => setFormFolded(!isFormFolded),
  };
}

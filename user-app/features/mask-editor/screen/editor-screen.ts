import { createStore } from '@/lib/create-store';
import { readText, storageKeys, writeText } from '@/lib/storage';

interface EditorScreens {
  /** By tool: whether its editor takes the whole window. Tools that were not asked for it are not there. */
  fullTools: Readonly<Record<string, boolean>>;
  /** True when the form beside a full editor is folded away; kept in this browser. */
  isFormFolded: boolean;
}

export const editorScreens = createStore<EditorScreens>({
  fullTools: {},
  isFormFolded: readText(storageKeys.maskEditorFormFolded) === 'true',
});

export function setFull(toolId: string, isFull: boolean): void {
  editorScreens.set({ fullTools: { ...editorScreens.get().fullTools, [toolId]: isFull } });
}

export function setFormFolded(isFormFolded: boolean): void {
  editorScreens.set({ isFormFolded });
  writeText(storageKeys.maskEditorFormFolded, String(isFormFolded));
}

import { useRef, useSyncExternalStore } from 'react';
import type { MaskEditor } from './engine/editor';
import type { EditorSnapshot } from './engine/editor-state';

/** Some parts of what an editor shows; renders again only when one of them changed. */
export function useParts<const Name extends keyof EditorSnapshot>(
  editor: MaskEditor,
  ...names: readonly Name[]
): Pick<EditorSnapshot, Name> {
  const last = useRef<Pick<EditorSnapshot, Name>>();
  return useSyncExternalStore(editor.subscribe, () => {
    const snapshot = editor.getSnapshot();
    const before = last.current;
    if (!before || names.some((name) => before[name] !== snapshot[name])) {
      last.current = Object.fromEntries(names.map((name) => [name, snapshot[name]])) as Pick<EditorSnapshot, Name>;
    }
    return last.current as Pick<EditorSnapshot, Name>;
  });
}

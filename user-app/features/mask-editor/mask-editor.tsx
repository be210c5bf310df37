import { useEffect, useState } from 'react';
import { classNames } from '@/lib/class-names';
import { BareButton } from '../../ui/button';
import controls from './controls.css';
import type { Keeping } from './drafts/use-draft-keeping';
import { HistoryActions, ScreenActions, SelectionActions, ZoomActions } from './editor-actions';
import { EditorHint } from './editor-hint';
import { EditorNotices } from './editor-notices';
import type { MaskEditor } from './engine/editor';
import { pressKey, releaseKey } from './engine/keys';
import { MaskCanvas } from './mask-canvas';
import styles from './mask-editor.css';
import { ToolOptions } from './mask-options';
import { type OpenableField, openField } from './openable-fields';
import { RefinePanel } from './refine-panel';
import { StageCover } from './screen/stage-cover';
import { type EditorScreen, useEditorScreen } from './screen/use-editor-screen';
import { ShortcutSheet } from './shortcut-sheet';
import type { StageFieldProps } from './stage-field';
import { ToolRail } from './tool-rail';

interface MaskEditorScreenProps {
  editor: MaskEditor;
  tool: StageFieldProps['tool'];
  imageId: string;
  stage: HTMLElement;
  /** Name of the mask, e.g. 修改区域. */
  label: string;
  /** All mask fields on the picture, this one among them. */
  fields: readonly OpenableField[];
  fieldName: string;
  /** Notes on the picture. */
  notes: readonly string[];
  keeping: Keeping;
  /** Work that was not stored the last time. */
  offer: { said: string; onRestore: () => void; onDiscard: () => void } | undefined;
  isLarge: boolean;
  isSaving: boolean;
  onTakeOver: () => void;
  onDone: () => void;
}

/** Keys that belong to a focused button or slider rather than to the picture. */
const controlKeys = new Set(['Enter', ' ', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End']);

function isForControl({ key, target }: { key: string; target: EventTarget | null }): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('[data-first]')) return false;
  if (target.closest('dialog')) return true;
  const isText = target.matches('input[type="number"], textarea, select') || target.isContentEditable;
  return isText || (controlKeys.has(key) && target.closest('button, input, a, [role]') !== null);
}

const isScreenKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'f' && !ctrlKey && !metaKey && !altKey;

/** F is for the whole window, Shift+F for the form beside it. */
function pressScreenKey(screen: EditorScreen, event: KeyboardEvent): void {
  event.preventDefault();
  if (!event.shiftKey) screen.toggleFull();
  else if (screen.isFull) screen.toggleForm();
}

/** The whole editor on the stage: rail, options, picture and hint. */
export default function MaskEditorScreen(props: MaskEditorScreenProps) {
  const { editor, imageId, stage, label, isSaving, onDone } = props;
  const screen = useEditorScreen(props.tool);
  const [isRefining, setIsRefining] = useState(false);
  const [areShortcutsOpen, setAreShortcutsOpen] = useState(false);
  const [isPictureMissing, setIsPictureMissing] = useState(false);
  const [isNotesClosed, setIsNotesClosed] = useState(false);
  useReleasedKeys(editor);

  const onKey = (event: KeyboardEvent) => {
    const isLaunch = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (isLaunch || event.isComposing || isForControl(event)) return;
    if (event.key === '?') setAreShortcutsOpen(true);
    else if (isScreenKey(event)) pressScreenKey(screen, event);
    else if (pressKey(editor, event)) event.preventDefault();
    else if (event.key === 'Escape' && isRefining) setIsRefining(false);
    else if (event.key === 'Escape' && screen.isFull) screen.toggleFull();
    else if (event.key === 'Escape' && !event.defaultPrevented) onDone();
  };
  const openShortcuts = () => setAreShortcutsOpen(true);
  return (
    <StageCover
      stage={stage}
      label={`${label}编辑器`}
      isFull={screen.isFull}
      isFormFolded={screen.isFormFolded}
      onKey={onKey}
    >
      <div className={`grid min-h-0 ${styles.editor}`}>
        <div className={classNames(controls.options, styles.optionsBar)} role="toolbar" aria-label="选项">
          <FieldSwitch {...props} />
          <ToolOptions editor={editor} />
        </div>
        <div
          className={classNames('row gap-12 p-8-12 border-b bg-page', controls.actions, styles.actionsBar)}
          role="toolbar"
          aria-label="选区"
        >
          <HistoryActions editor={editor} />
          <SelectionActions
            editor={editor}
            isRefining={isRefining}
            onRefine={() => setIsRefining(!isRefining)}
            onShortcuts={openShortcuts}
          />
          <ScreenActions screen={screen} />
          <BareButton className={controls.done} disabled={isSaving} onClick={onDone}>
            {isSaving ? '正在保存' : '完成'}
          </BareButton>
        </div>
        <ToolRail editor={editor} onPicture={() => stage.querySelector<HTMLElement>('[data-first]')?.focus()} />
        <div className={`grid relative min-w-0 min-h-0 ${styles.board}`}>
          <MaskCanvas editor={editor} imageId={imageId} onMissing={() => setIsPictureMissing(true)} />
          <EditorNotices
            pictureNotes={props.notes}
            isPictureMissing={isPictureMissing}
            keeping={props.keeping}
            onTakeOver={props.onTakeOver}
            offer={props.offer}
            isNotesClosed={isNotesClosed}
            onCloseNotes={() => setIsNotesClosed(true)}
          />
          <ZoomActions editor={editor} />
          {isRefining && <RefinePanel editor={editor} onClose={() => setIsRefining(false)} />}
        </div>
        <EditorHint editor={editor} isLarge={props.isLarge} onShortcuts={openShortcuts} />
      </div>
      {areShortcutsOpen && <ShortcutSheet onClose={() => setAreShortcutsOpen(false)} />}
    </StageCover>
  );
}

/** Name of the mask; when a form has several on one picture, a switch between them. */
function FieldSwitch({ fields, fieldName, label, stage, isSaving }: MaskEditorScreenProps) {
  if (fields.length < 2) return <span className={controls.title}>{label}</span>;
  return (
    <div className={controls.segments} role="group" aria-label="正在编辑的区域">
      {fields.map((field) => (
        <BareButton
          key={field.name}
          className={controls.word}
          aria-pressed={field.name === fieldName}
          disabled={isSaving}
          onClick={() => field.name !== fieldName && void openField(stage, field.name)}
        >
          {field.label}
        </BareButton>
      ))}
    </div>
  );
}

/** Ends held modes when the key is released, or when the window loses the keyboard. */
function useReleasedKeys(editor: MaskEditor): void {
  useEffect(() => {
    const onKeyUp = (event: KeyboardEvent) => releaseKey(editor, event.key);
    const onBlur = () => {
      releaseKey(editor, ' ');
      releaseKey(editor, '\\');
    };
    document.addEventListener('keyup', onKeyUp);
    window.addEventListener('blur', onBlur);
    return () => {
      onBlur();
      document.removeEventListener('keyup', onKeyUp);
      window.removeEventListener('blur', onBlur);
    };
  }, [editor]);
}

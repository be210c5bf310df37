import { useCan } from '@refinedev/core';
import { Button, Input } from 'antd';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { PencilIcon } from './icons.tsx';
import { useWrite, type Write } from './use-write.ts';

interface Props {
  /** Whose action `edit` it takes. */
  resource: string;
  /** Name of the edited value, for screen readers, e.g. `普通券 20 张 价格`. */
  label: string;
  /** As it is typed. */
  value: string;
  /** As it is read. */
  children: ReactNode;
  changes: readonly string[];
  /** Why it cannot be saved; undefined where it can. */
  faultOf?: (text: string) => string | undefined;
  /** Saves against the version that is listed now. */
  onSave: (send: Write['send'], text: string) => Promise<boolean>;
  inputMode?: 'decimal' | 'text';
  most?: number;
}

/**
 * One value of a row, changed where it stands: Enter saves, Esc leaves it. Where somebody was faster the cell says what
 * it holds by now, and keeps what was typed.
 */
export function InlineEdit(props: Props) {
  const { resource, label, value, children, changes, faultOf, onSave, inputMode = 'text', most = 60 } = props;
  const { data: access } = useCan({ resource, action: 'edit' });
  const [draft, setDraft] = useState<{ text: string; base: string }>();
  const write = useWrite(changes);
  const button = useRef<HTMLButtonElement>(null);
  const noteId = useId();

  const close = () => {
    setDraft(undefined);
    write.reset();
    setTimeout(() => button.current?.focus());
  };
  if (!access?.can) return children;
  if (!draft)
    return (
      <span className="inline-edit">
        {children}
        <Button
          ref={button}
          type="text"
          size="small"
          icon={<PencilIcon />}
          aria-label={`修改 ${label}`}
          onClick={() => setDraft({ text: value, base: value })}
        />
      </span>
    );

  const fault = draft.text === draft.base ? undefined : faultOf?.(draft.text);
  const isOvertaken = value !== draft.base;
  const note = fault ?? (isOvertaken ? `已被改为「${value || '空'}」，再按 Enter 会覆盖` : write.error?.message);
  const save = async () => {
    if (fault || write.isPending) return;
    if (draft.text === value) close();
    else if (await onSave(write.send, draft.text)) close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter') void save();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <span className="inline-edit is-open">
      <Input
        autoFocus
        size="small"
        aria-label={label}
        aria-describedby={noteId}
        inputMode={inputMode}
        maxLength={most}
        disabled={write.isPending}
        {...(note && { status: 'error' as const })}
        value={draft.text}
        onChange={(event) => setDraft({ ...draft, text: event.target.value })}
        onKeyDown={onKeyDown}
        onBlur={() => draft.text === value && close()}
      />
      <span id={noteId} role="status" className={note ? 'inline-note' : 'unseen'}>
        {note ?? 'Enter 保存，Esc 取消'}
      </span>
    </span>
  );
}

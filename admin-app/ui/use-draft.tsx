import { Alert, Button, type FormInstance } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { localStore } from '#shared/browser/stores';
import { useStaff } from '../providers/staff-session.ts';
import { draftKey, keepDraft, readDraft } from './drafts.ts';
import { formatTime } from './format.ts';

/** Keeps what is typed into a form, under the address of its drawer; see {@link DraftNote}, which brings it back. */
export function useDraft(form: string) {
  const staff = useStaff();
  const key = staff ? draftKey(staff.accountId, form) : undefined;
  const typed = useRef<Record<string, unknown>>({});
  return {
    /** Returns the kept draft; further input is added to it. */
    take: () => {
      const draft = key === undefined ? undefined : readDraft(localStore, key, Date.now());
      typed.current = { ...draft?.values };
      return draft;
    },
    note: (changed: Readonly<Record<string, unknown>>) => {
      Object.assign(typed.current, changed);
      if (key !== undefined) keepDraft(localStore, key, { values: typed.current, savedAt: Date.now() });
    },
    /** It was sent, or is wanted no more. */
    forget: () => {
      typed.current = {};
      if (key !== undefined) localStore.removeItem(key);
    },
  };
}

interface Props {
  draft: ReturnType<typeof useDraft>;
  form: FormInstance;
  onRestored?: ((values: Readonly<Record<string, unknown>>) => void) | undefined;
}

/** Stands in the form itself: fills in what was typed before, and says so. */
export function DraftNote({ draft, form, onRestored }: Props) {
  const [savedAt, setSavedAt] = useState<number>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: happens once, when the form is there
  useEffect(() => {
    const kept = draft.take();
    if (!kept) return;
    form.setFields(Object.entries(kept.values).map(([name, value]) => ({ name, value, touched: true })));
    onRestored?.(kept.values);
    setSavedAt(kept.savedAt);
  }, []);
  if (savedAt === undefined) return null;
  const discard = () => {
    draft.forget();
    form.resetFields();
    setSavedAt(undefined);
  };
  return (
    <Alert
      className="drawer-alert"
      type="info"
      role="status"
      message="已恢复上次没有提交的内容"
      description={`${formatTime(savedAt)} 写下的，核对后再提交。`}
      action={
        <Button size="small" onClick={discard}>
          放弃
        </Button>
      }
    />
  );
}

import { useState } from 'react';
import { toastFailure } from '../lib/toast';
import { Button } from './button';
import { Dialog } from './dialog';

export interface Question {
  title: string;
  text: string;
  answer: string;
  act: () => Promise<void>;
}

/** Confirmation dialog before something that cannot be undone or has side effects. It stays open when that fails. */
export function ConfirmDialog({ question, onClose }: { question: Question | undefined; onClose: () => void }) {
  const [isBusy, setBusy] = useState(false);
  if (!question) return null;

  const confirm = async () => {
    setBusy(true);
    try {
      await question.act();
      onClose();
    } catch (error) {
      toastFailure(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      title={question.title}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button look="danger" disabled={isBusy} onClick={() => void confirm()}>
            {question.answer}
          </Button>
        </>
      }
    >
      <p className="text-second">{question.text}</p>
    </Dialog>
  );
}

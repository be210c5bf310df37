import { useState } from 'react';
import { Button } from './button';
import styles from './confirm-dialog.css';
import { Dialog } from './dialog';

export interface Question {
  title: string;
  text: string;
  answer: string;
  act: () => Promise<void>;
}

/** Confirmation dialog before a deletion that cannot be undone or has side effects. */
export function ConfirmDialog({ question, onClose }: { question: Question | undefined; onClose: () => void }) {
  const [isBusy, setBusy] = useState(false);
  if (!question) return null;

  const confirm = async () => {
    setBusy(true);
    await question.act();
    setBusy(false);
    onClose();
  };

  return (
    <Dialog
      title={question.title}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>不删了</Button>
          <Button look="danger" disabled={isBusy} onClick={() => void confirm()}>
            {question.answer}
          </Button>
        </>
      }
    >
      <p className={styles.text}>{question.text}</p>
    </Dialog>
  );
}

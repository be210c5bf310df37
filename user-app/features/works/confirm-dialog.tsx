import { useState } from 'react';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import styles from './dialogs.css';
import type { Question } from './use-works-actions';

/** Asks before something that cannot be taken back. */
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

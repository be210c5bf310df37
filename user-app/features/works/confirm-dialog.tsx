import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button';
import styles from './dialogs.css';
import type { Question } from './use-works-actions';

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({ question, onClose }: { question: Question | undefined; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    if (question && !dialog.current?.open) dialog.current?.showModal();
    if (!question && dialog.current?.open) dialog.current.close();
  }, [question]);

  const confirm = async () => {
    setBusy(true);
    await question?.act();
    setBusy(false);
    onClose();
  };

  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby="works-question" onClose={onClose}>
      {question && (
        <>
          <h2 id="works-question">{question.title}</h2>
          <p>{question.text}</p>
          <div className={styles.buttons}>
            <Button onClick={onClose}>不删了</Button>
            <Button look="primary" className={styles.danger} disabled={isBusy} onClick={() => void confirm()}>
              {question.answer}
            </Button>
          </div>
        </>
      )}
    </dialog>
  );
}

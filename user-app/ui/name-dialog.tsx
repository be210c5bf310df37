import { type FormEvent, useState } from 'react';
import { failureWords } from '#shared/domain/failure-words';
import { faultsIn } from '../lib/form-faults';
import { Button } from './button';
import { Dialog, DialogActions } from './dialog';
import { TextField } from './text-field';
import { textLimit } from './text-limit';

interface NameDialogProps {
  title: string;
  label: string;
  action: string;
  start: string;
  longest: number;
  /** True when no name is an answer too. */
  isEmptyAllowed?: boolean;
  onSave: (name: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for a name; a refusal is said at the field. */
export function NameDialog(props: NameDialogProps) {
  const { title, label, action, start, longest, isEmptyAllowed = false, onSave, onClose } = props;
  const [name, setName] = useState(start);
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '' && !isEmptyAllowed) {
      setError(`请输入${label}`);
      return;
    }
    if (textLimit(name.trim(), longest).fault) return;
    setBusy(true);
    try {
      await onSave(name.trim());
      onClose();
    } catch (failure) {
      const [ofField] = Object.values(faultsIn(failure) ?? {});
      setError(ofField ?? failureWords(failure, '没有保存，请稍后重试'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog title={title} size="small" onClose={onClose}>
      <form onSubmit={(event) => void save(event)} noValidate>
        <TextField
          label={label}
          value={name}
          maxLength={longest}
          fault={error || undefined}
          onFocus={(event) => event.target.select()}
          onChange={(text) => {
            setName(text);
            setError('');
          }}
        />
        <DialogActions>
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" look="primary" disabled={isBusy}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

import { useState } from 'react';
import { type ReportReason, reportReasons, reportReasonWords } from '#shared/domain/gallery';
import { toast, toastFailure } from '../lib/toast';
import { withLogin } from '../lib/with-login';
import { Button } from './button';
import { Chip } from './chip';
import { Dialog } from './dialog';
import { TextField } from './text-field';

interface ReportDialogProps {
  /** Chinese name of the reported thing, e.g. 图片. */
  what: string;
  onSend: (reason: ReportReason, text: string) => Promise<unknown>;
  onClose: () => void;
}

/** Tells staff what is wrong with something that somebody publishes. */
export default function ReportDialog({ what, onSend, onClose }: ReportDialogProps) {
  const [reason, setReason] = useState<ReportReason>();
  const [text, setText] = useState('');
  const [isSending, setSending] = useState(false);
  const send = async () => {
    if (!reason) return;
    setSending(true);
    try {
      await withLogin(async () => {
        await onSend(reason, text);
        toast.success('已收到举报，我们会尽快核实');
        onClose();
      }, `登录后举报${what}`);
    } catch (error) {
      toastFailure(error);
    } finally {
      setSending(false);
    }
  };
  return (
    <Dialog
      title={`举报${what}`}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button look="primary" disabled={!reason || isSending || text.length > 200} onClick={() => void send()}>
            提交
          </Button>
        </>
      }
    >
      <div className="flex flex-wrap gap-8 mb-16" role="group" aria-label="原因">
        {reportReasons.map((one) => (
          <Chip key={one} aria-pressed={reason === one} onClick={() => setReason(one)}>
            {reportReasonWords[one]}
          </Chip>
        ))}
      </div>
      <TextField label="说明（可不填）" lines={3} maxLength={200} value={text} onChange={setText} />
    </Dialog>
  );
}

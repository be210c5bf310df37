import { refundStatusLabels } from '#shared/domain/console-words';
import { statusWords } from '../../ui/status-words.tsx';

export const { Dot: RefundStatusDot, choices: refundStatusChoices } = statusWords(refundStatusLabels, {
  requested: 'warning',
  pending: 'accent',
  done: 'success',
  failed: 'danger',
  rejected: 'quiet',
});

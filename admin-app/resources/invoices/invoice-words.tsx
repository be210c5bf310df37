import { invoiceStatusLabels } from '#shared/domain/console-words';
import { statusWords } from '../../ui/status-words.tsx';

export const invoiceStatus = statusWords(invoiceStatusLabels, {
  requested: 'warning',
  issued: 'success',
  rejected: 'quiet',
});

import { requestStatusLabels } from '#shared/domain/console-words';
import { statusWords } from '../../ui/status-words.tsx';

export const requestStatus = statusWords(requestStatusLabels, {
  received: 'warning',
  contacted: 'accent',
  quoted: 'accent',
  won: 'success',
  closed: 'quiet',
});

import type { StaffTask } from '#shared/contract/staff';
import { taskStatusLabels } from '#shared/domain/console-words';
import { errorCatalogue } from '#shared/errors';
import { statusWords } from '../../ui/status-words.tsx';

/** Question of the list of tasks for jobs that died: no try brought them to an end, the latest first. */
export const deadJobs = '?status=failed&sort=-finishedAt';

/** Reasons of failed tasks; refusals have sentences of their own. */
export const failureChoices = [
  { value: 'engine.failed', label: '引擎出错' },
  { value: 'engine.refused', label: '引擎拒绝' },
  { value: 'engine.timeout', label: '超时' },
  { value: 'engine.interrupted', label: '多次中断' },
];

export const taskStatus = statusWords(taskStatusLabels, {
  queued: 'warning',
  running: 'accent',
  succeeded: 'success',
  failed: 'danger',
  canceled: 'quiet',
});

/** Why a task failed, as a sentence: what the user was told, else the catalogue's words. */
export function failureSentence({
  errorMessage,
  errorReason,
}: Pick<StaffTask, 'errorMessage' | 'errorReason'>): string {
  if (errorMessage) return errorMessage;
  if (!errorReason) return '';
  const sentence =
    errorReason in errorCatalogue ? errorCatalogue[errorReason as keyof typeof errorCatalogue].sentence : '';
  // A sentence with {placeholders} cannot be shown, because their values are not known here.
  return sentence === '' || sentence.includes('{') ? errorReason : sentence;
}

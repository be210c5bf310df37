import type { StaffTask } from '#shared/contract/staff';
import { type TaskStatus, taskStatuses } from '#shared/domain/task-status';
import { errorCatalogue } from '#shared/errors';
import { StatusDot, type Tone } from '../../ui/parts.tsx';

const statusLabels: Record<TaskStatus, string> = {
  queued: '排队中',
  running: '生成中',
  succeeded: '已完成',
  failed: '失败',
  canceled: '已取消',
};
const statusTones: Record<TaskStatus, Tone> = {
  queued: 'warning',
  running: 'accent',
  succeeded: 'success',
  failed: 'danger',
  canceled: 'quiet',
};

export const taskStatusChoices = taskStatuses.map((status) => ({ value: status, label: statusLabels[status] }));

export function TaskStatusDot({ status }: { status: TaskStatus }) {
  return <StatusDot tone={statusTones[status]}>{statusLabels[status]}</StatusDot>;
}

/** Why a task failed, as a sentence: what the user was told, else the catalogue's words. */
export function failureSentence({
  errorMessage,
  errorReason,
}: Pick<StaffTask, 'errorMessage' | 'errorReason'>): string {
  if (errorMessage) return errorMessage;
  if (!errorReason) return '';
  const sentence =
    errorReason in errorCatalogue ? errorCatalogue[errorReason as keyof typeof errorCatalogue].sentence : '';
  // A sentence with open places says nothing without what belongs there.
  return sentence === '' || sentence.includes('{') ? errorReason : sentence;
}

import { CanAccess } from '@refinedev/core';
import { useMemo } from 'react';
import { type StaffTaskDetail, taskDeskContract } from '#shared/contract/task-desk';
import { newClientKey } from '#shared/domain/client-key';
import { isFinal } from '#shared/domain/task-status';
import { ActionButton } from '../../ui/action-button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { useDrawer } from '../../ui/use-drawer.ts';

const { staffRetryTask, staffCancelTask, moveTask, redriveTask } = taskDeskContract;
const changes = ['tasks', 'queue'];

interface Reasoned {
  reason: string;
}

const Why = () => (
  <TextField name="reason" label="理由" schema={staffCancelTask.input.shape.reason} extra="和您的账号一起记入审计。" />
);

/** Acts on a task that its state allows. */
export function TaskActions({ task }: { task: StaffTaskDetail }) {
  const { status, deletedAt } = task;
  const canRun = status === 'failed' && deletedAt === null;
  if (!canRun && isFinal(status)) return null;
  return (
    <CanAccess resource="tasks" action="edit">
      <div className="drawer-foot">
        {canRun && <Redrive id={task.id} />}
        {canRun && <Retry id={task.id} />}
        {status === 'queued' && <Move id={task.id} to="front" />}
        {status === 'queued' && <Move id={task.id} to="back" />}
        {!isFinal(status) && <Cancel task={task} />}
      </div>
    </CanAccess>
  );
}

function Redrive({ id }: { id: string }) {
  return (
    <ActionButton<Reasoned>
      label="重新运行"
      title="让这个任务重新运行？"
      intro="同一个任务回到队列，三次机会重新算起，不收券。适合引擎修好之后。"
      button={{ type: 'primary' }}
      changes={changes}
      onSend={(send, { reason }) => send(redriveTask, { id, reason }, () => '已回到队列')}
    >
      <Why />
    </ActionButton>
  );
}

function Retry({ id }: { id: string }) {
  const { open, addresses } = useDrawer('tasks');
  const clientKey = useMemo(newClientKey, []);
  return (
    <ActionButton<Reasoned>
      label="另起一个"
      title="替用户另起一个同样的任务？"
      intro="参数相同，不收券；排队和并发仍按用户的会员等级。用户会在作品里看到它。"
      changes={changes}
      onSend={(send, { reason }) =>
        send(staffRetryTask, { id, reason, clientKey }, (task) => {
          open(addresses.record(task.id));
          return '已另起一个任务';
        })
      }
    >
      <Why />
    </ActionButton>
  );
}

const moves = {
  front: { label: '移到队首', title: '把它移到队首？', done: '已移到队首' },
  back: { label: '移到队尾', title: '把它移到队尾？', done: '已移到队尾' },
} as const;

function Move({ id, to }: { id: string; to: 'front' | 'back' }) {
  const { label, title, done } = moves[to];
  return (
    <ActionButton<Reasoned>
      label={label}
      title={title}
      intro="其他人的排队位置会随之变化，他们看得到。"
      changes={changes}
      onSend={(send, { reason }) => send(moveTask, { id, to, reason }, () => done)}
    >
      <Why />
    </ActionButton>
  );
}

function Cancel({ task: { id, held } }: { task: StaffTaskDetail }) {
  return (
    <ActionButton<Reasoned>
      label="取消任务"
      title="取消这个任务？"
      okText="取消任务"
      intro={`${held > 0 ? `占用的 ${held} 张券会退回。` : ''}已经画的不保留；撤销后从头排队，券重新占用。`}
      button={{ danger: true }}
      changes={changes}
      onSend={(send, { reason }) =>
        send(staffCancelTask, { id, reason }, ({ returned }) =>
          returned > 0 ? `已取消，退回 ${returned} 张券` : '已取消',
        )
      }
    >
      <Why />
    </ActionButton>
  );
}

import { CanAccess } from '@refinedev/core';
import { Form, Input } from 'antd';
import { queueDeskContract, usualNotice } from '#shared/contract/queue-desk';
import { ActionButton } from '../../ui/action-button.tsx';
import { TextField } from '../../ui/fields.tsx';

const { pauseQueue, resumeQueue } = queueDeskContract;
const changes = ['queue'];

export function Pause({ onDone }: { onDone: () => void }) {
  return (
    <CanAccess resource="queue" action="edit">
      <ActionButton<{ reason: string; notice?: string }>
        label="暂停"
        title="暂停开始新任务？"
        intro="运行中的任务照常完成，排队的保持位置。服务重启后仍然暂停，直到有人恢复。"
        button={{ danger: true }}
        changes={changes}
        onSend={(send, { reason, notice = '' }) => send(pauseQueue, { reason, notice }, () => '已暂停开始新任务')}
        onDone={onDone}
      >
        <TextField name="reason" label="理由" schema={pauseQueue.input.shape.reason} extra="和您的账号一起记入审计。" />
        <Form.Item name="notice" label="给用户的说明" extra="不填则用默认的话。">
          <Input maxLength={40} placeholder={usualNotice} />
        </Form.Item>
      </ActionButton>
    </CanAccess>
  );
}

export function Resume({ onDone }: { onDone: () => void }) {
  return (
    <CanAccess resource="queue" action="edit">
      <ActionButton<{ reason: string }>
        label="恢复"
        title="恢复开始新任务？"
        button={{ type: 'primary' }}
        changes={changes}
        onSend={(send, { reason }) => send(resumeQueue, { reason }, () => '已恢复')}
        onDone={onDone}
      >
        <TextField
          name="reason"
          label="理由"
          schema={resumeQueue.input.shape.reason}
          extra="和您的账号一起记入审计。"
        />
      </ActionButton>
    </CanAccess>
  );
}

import { CanAccess } from '@refinedev/core';
import { Form, Radio } from 'antd';
import { orderDeskContract } from '#shared/contract/order-desk';
import type { StaffCustomRequest } from '#shared/contract/order-desk-rows';
import { requestNeedLabels } from '#shared/domain/console-words';
import { ActionButton } from '../../ui/action-button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { formatNumber } from '../../ui/format.ts';
import { CopyableId, Facts, Section, Time } from '../../ui/parts.tsx';
import { PhoneReveal } from '../../ui/phone-reveal.tsx';
import { RowDrawer } from '../../ui/row-drawer.tsx';
import { requestStatus } from './request-words.tsx';

const { updateCustomRequest, revealRequestPhone } = orderDeskContract;

export default function CustomRequestDetail() {
  return (
    <RowDrawer<StaffCustomRequest>
      resource="customRequests"
      what="需求"
      titleOf={({ company }) => company}
      footer={(request) => <RequestActions request={request} />}
    >
      {(request) => (
        <>
          <Progress status={request.status} />
          <Facts
            facts={[
              ['需求', requestNeedLabels[request.need]],
              ['席位', formatNumber(request.seats)],
              ['预算', request.budget || '—'],
              ['联系人', request.contact],
              [
                '手机',
                <PhoneReveal
                  key={request.id}
                  phoneNo={request.phoneNo}
                  path={revealRequestPhone.path}
                  id={request.id}
                  resource="customRequests"
                />,
              ],
              ['受理编号', <CopyableId key="receipt" id={request.receiptNo} what="受理编号" isWhole />],
              ['提交时间', <Time key="created" at={request.createdAt} />],
              ['更新时间', <Time key="updated" at={request.updatedAt} />],
            ]}
          />
          <Section title="客户的说明">
            <p className="line is-typed">{request.note || <span className="quiet">没有填写。</span>}</p>
          </Section>
          <Section title="跟进备注">
            <p className="line is-typed">{request.staffNote || <span className="quiet">还没有备注。</span>}</p>
          </Section>
        </>
      )}
    </RowDrawer>
  );
}

/** The steps of a request; a closed one ends with `closed` in place of `won`. */
function Progress({ status }: Pick<StaffCustomRequest, 'status'>) {
  const steps = requestStatus.choices.filter(({ value }) => value !== (status === 'closed' ? 'won' : 'closed'));
  const now = steps.findIndex(({ value }) => value === status);
  return (
    <ol className="steps">
      {steps.map(({ value, label }, index) => (
        <li
          key={value}
          className={index <= now ? 'is-done' : undefined}
          aria-current={index === now ? 'step' : undefined}
        >
          {label}
        </li>
      ))}
    </ol>
  );
}

interface Fields {
  status: StaffCustomRequest['status'];
  staffNote: string;
}

function RequestActions({ request: { id, status, staffNote } }: { request: StaffCustomRequest }) {
  return (
    <CanAccess resource="customRequests" action="edit">
      <div className="drawer-foot">
        <ActionButton<Fields>
          label="跟进"
          title="跟进这份需求"
          okText="保存"
          button={{ type: 'primary' }}
          initialValues={{ status, staffNote }}
          changes={['customRequests']}
          onSend={(send, fields) =>
            send(updateCustomRequest, { id, ...fields }, (answer) =>
              answer.status === status ? '已保存备注' : `已推进到「${requestStatus.labelOf(answer.status)}」`,
            )
          }
        >
          <Form.Item name="status" label="进度" extra="客户用受理编号能查到进度。">
            <Radio.Group className="radio-row" options={requestStatus.choices} />
          </Form.Item>
          <TextField
            name="staffNote"
            label="跟进备注"
            schema={updateCustomRequest.input.shape.staffNote}
            most={500}
            extra="只有员工看得到。"
          />
        </ActionButton>
      </div>
    </CanAccess>
  );
}

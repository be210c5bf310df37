import { type BaseRecord, useInvalidate } from '@refinedev/core';
import { Alert, Button, Form, Modal } from 'antd';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { Reason } from '#shared/contract/desk';
import { newClientKey } from '#shared/domain/client-key';
import { ConsoleError, http } from '../../providers/http.ts';
import { TextField } from '../fields.tsx';
import { formatNumber } from '../format.ts';
import { Refusal } from '../refusal.tsx';
import { DraftNote, useDraft } from '../use-draft.tsx';
import { type BulkReport, type BulkVerb, bulkPath } from './bulk.ts';
import { BulkResult } from './bulk-result.tsx';

import type { Selection } from './use-selection.ts';

interface Props<R extends BaseRecord> {
  resource: string;
  what: string;
  verb: BulkVerb<R>;
  selection: Selection<R>;
  nameOf: (row: R) => string;
}

/** One thing to do with many rows: asks first, and then tells of each row that it was not done to. */
export function BulkButton<R extends BaseRecord>({ resource, what, verb, selection, nameOf }: Props<R>) {
  const { label, title, intro, isDanger = false, isFor = () => true, reason, fields } = verb;
  const [form] = Form.useForm();
  const [clientKey, setClientKey] = useState<string>();
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<ConsoleError | null>(null);
  const [report, setReport] = useState<BulkReport>();
  const invalidate = useInvalidate();
  const { pathname } = useLocation();
  const draft = useDraft(`${pathname}#${verb.verb}`);
  const wanted = selection.rows.filter(isFor);
  const leftOut = selection.rows.length - wanted.length;

  const close = () => {
    setClientKey(undefined);
    setError(null);
    setReport(undefined);
  };
  const send = async (values: object) => {
    setIsPending(true);
    setError(null);
    try {
      const ids = wanted.map((row) => String(row.id));
      const body = { ...values, verb: verb.verb, ids, clientKey };
      const { data } = await http.post<BulkReport>(bulkPath(resource), body);
      draft.forget();
      setReport(data);
      selection.keep(data.failed.map(({ id }) => id));
    } catch (failure) {
      if (failure instanceof ConsoleError) setError(failure);
      else throw failure;
    } finally {
      setIsPending(false);
      void invalidate({ resource, invalidates: ['resourceAll'] });
    }
  };

  return (
    <>
      <Button
        size="small"
        danger={isDanger}
        disabled={wanted.length === 0}
        onClick={() => setClientKey(newClientKey())}
      >
        {label}
      </Button>
      <Modal
        open={clientKey !== undefined}
        title={report ? `${label}：结果` : title(wanted.length)}
        width={480}
        centered
        destroyOnHidden
        okText={report ? '知道了' : label}
        okButtonProps={{ danger: isDanger && !report }}
        cancelText="取消"
        cancelButtonProps={{ hidden: report !== undefined }}
        confirmLoading={isPending}
        onOk={report ? close : form.submit}
        onCancel={close}
      >
        {report ? (
          <BulkResult report={report} what={what} nameOf={(id) => nameIn(selection.rows, id, nameOf)} />
        ) : (
          <Form
            form={form}
            layout="vertical"
            requiredMark={false}
            preserve={false}
            onValuesChange={draft.note}
            onFinish={(values) => void send(values)}
          >
            <DraftNote draft={draft} form={form} />
            <Refusal error={error} form={form} />
            {leftOut > 0 && (
              <Alert className="drawer-alert" type="info" message={`其中 ${formatNumber(leftOut)} 个不适用，已排除`} />
            )}
            {intro && <div className="action-intro">{intro}</div>}
            {fields}
            {reason && <TextField name="reason" label={reason} schema={Reason} extra="和您的账号一起记入审计。" />}
          </Form>
        )}
      </Modal>
    </>
  );
}

function nameIn<R extends BaseRecord>(rows: readonly R[], id: string, nameOf: (row: R) => string): string {
  const row = rows.find((one) => String(one.id) === id);
  return row ? nameOf(row) : id;
}

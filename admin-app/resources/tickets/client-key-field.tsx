import { Form, Input } from 'antd';
import { useState } from 'react';
import { newClientKey } from '#shared/domain/client-key';

/** `clientKey` of a form: made when it opens and kept over its retries, so that nothing is given or taken twice. */
export function ClientKeyField() {
  const [clientKey] = useState(newClientKey);
  return (
    <Form.Item name="clientKey" initialValue={clientKey} hidden>
      <Input />
    </Form.Item>
  );
}

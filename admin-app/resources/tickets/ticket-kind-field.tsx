import { Form, Select } from 'antd';
import { ticketKindChoices } from './ticket-words.ts';

/** Which tickets. */
export function TicketKindField({ name }: { name: string }) {
  return (
    <Form.Item name={name} label="券种">
      <Select options={ticketKindChoices} />
    </Form.Item>
  );
}

import { DatePicker, Form } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import './person.css';

/** When a ban ends by itself; none where it is left empty. */
export function BanEnd() {
  return (
    <Form.Item
      name="bannedUntil"
      label="封禁至"
      extra="到时自动恢复；用户登录时会看到。"
      rules={[
        {
          validator: async (_rule, end: Dayjs | null | undefined) => {
            if (end && !end.isAfter(dayjs())) throw new Error('封禁期限要晚于现在');
          },
        },
      ]}
    >
      <DatePicker
        className="wide"
        showTime={{ format: 'HH:mm' }}
        format="YYYY-MM-DD HH:mm"
        placeholder="不限期"
        showNow={false}
        popupClassName="ban-end"
        // Enter takes the time that was typed; it does not yet ban anybody.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        disabledDate={(date) => date.isBefore(dayjs(), 'day')}
        presets={[
          { label: '1 天', value: dayjs().add(1, 'day') },
          { label: '7 天', value: dayjs().add(7, 'day') },
          { label: '30 天', value: dayjs().add(30, 'day') },
        ]}
      />
    </Form.Item>
  );
}

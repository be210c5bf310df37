import { DatePicker, Form } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import type { PinAt } from '#shared/contract/pin';
import { PinAt as PinAtSchema } from '#shared/contract/pin';
import { ActionButton } from '../../ui/action-button.tsx';
import type { DataColumn } from '../../ui/data-table.tsx';
import { WholeNumberField } from '../../ui/fields.tsx';
import { Time } from '../../ui/parts.tsx';
import type { Write } from '../../ui/use-write.ts';

interface Pinned {
  pinPlace: number | null;
  pinnedUntil: number | null;
}

interface Fields {
  place: string;
  until: Dayjs | null;
}

export const pinnedChoices = [
  { value: 'true', label: '置顶过' },
  { value: 'false', label: '未置顶' },
];

/** Pinned position, and its end. */
export function PinMark({ row: { pinPlace, pinnedUntil } }: { row: Pinned }) {
  if (pinPlace === null) return <span className="quiet">—</span>;
  if (pinnedUntil !== null && pinnedUntil <= Date.now()) return <span className="quiet">已到期</span>;
  return (
    <>
      第 {pinPlace} 位
      {pinnedUntil !== null && (
        <span className="quiet">
          ，至 <Time at={pinnedUntil} />
        </span>
      )}
    </>
  );
}

export const pinColumn: DataColumn<Pinned> = {
  key: 'pinPlace',
  title: '置顶',
  width: 150,
  isSortable: true,
  render: (row) => <PinMark row={row} />,
};

interface Props {
  title: string;
  row: Pinned;
  changes: readonly string[];
  onPin: (send: Write['send'], at: PinAt, done: () => string) => Promise<boolean>;
}

/** Puts something before the recommended ones, moves it there, or takes it back among them. */
export function PinButton({ title, row: { pinPlace, pinnedUntil }, changes, onPin }: Props) {
  return (
    <>
      <ActionButton<Fields>
        label={pinPlace === null ? '置顶' : '调整置顶'}
        okText="置顶"
        title={`置顶「${title}」`}
        intro="在「推荐」次序里排到最前；搜索和其他次序不受影响。"
        initialValues={{
          place: String(pinPlace ?? 1),
          until: pinnedUntil === null || pinnedUntil <= Date.now() ? null : dayjs(pinnedUntil),
        }}
        changes={changes}
        onSend={(send, { place, until }) =>
          onPin(send, { place: Number(place), until: until?.valueOf() ?? null }, () => `已置顶到第 ${place} 位`)
        }
      >
        <WholeNumberField name="place" label="第几位" schema={PinAtSchema.shape.place.unwrap()} />
        <PinEnd />
      </ActionButton>
      {pinPlace !== null && (
        <ActionButton<object>
          label="取消置顶"
          title={`取消置顶「${title}」？`}
          intro="回到平常的次序。"
          changes={changes}
          onSend={(send) => onPin(send, { place: null, until: null }, () => '已取消置顶')}
        />
      )}
    </>
  );
}

function PinEnd() {
  return (
    <Form.Item name="until" label="置顶至" extra="到时自动回到平常的次序。">
      <DatePicker
        className="wide"
        showTime={{ format: 'HH:mm' }}
        format="YYYY-MM-DD HH:mm"
        placeholder="一直置顶"
        showNow={false}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        disabledDate={(date) => date.isBefore(dayjs(), 'day')}
        presets={[
          { label: '7 天', value: dayjs().add(7, 'day') },
          { label: '30 天', value: dayjs().add(30, 'day') },
        ]}
      />
    </Form.Item>
  );
}

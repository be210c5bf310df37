import { DatePicker, Segmented } from 'antd';
import dayjs from 'dayjs';
import { useLocation, useNavigate } from 'react-router';
import { longestReportDays } from '#shared/contract/report-desk';
import { presets, readRange, writeRange } from './report-range.ts';

const form = 'YYYY-MM-DD';

/** The days a report is about, in the address: a reload, Back and a shared link show the same. */
export function useReportRange() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const range = readRange(search, Date.now());
  return {
    range,
    choose: (next: Parameters<typeof writeRange>[0]) => void navigate({ pathname, search: writeRange(next) }),
  };
}

export function RangePicker({ range, choose }: ReturnType<typeof useReportRange>) {
  return (
    <search className="filters">
      <Segmented<number>
        aria-label="时间范围"
        options={presets.map(({ days, label }) => ({ value: days, label }))}
        value={range.preset ?? 0}
        onChange={choose}
      />
      <DatePicker.RangePicker
        className="filter-dates"
        aria-label="自选日期"
        allowClear={false}
        value={[dayjs(range.from), dayjs(range.to)]}
        disabledDate={(date, { from }) =>
          date.isAfter(dayjs(), 'day') || (from !== undefined && Math.abs(date.diff(from, 'day')) >= longestReportDays)
        }
        onChange={(days) => {
          const [from, to] = days ?? [];
          if (from && to) choose({ from: from.format(form), to: to.format(form) });
        }}
      />
    </search>
  );
}

import type { UseQueryResult } from '@tanstack/react-query';
import { Button, Skeleton, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { RefreshIcon } from '../../ui/icons.tsx';
import { LoadFailure, Time } from '../../ui/parts.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { RangePicker, type useReportRange } from './range-picker.tsx';
import './dashboard.css';

interface Props<R> {
  title: string;
  days: ReturnType<typeof useReportRange>;
  query: UseQueryResult<{ data: R }, { message: string }>;
  /** Stands above the report. */
  notice?: ReactNode;
  children: (report: R) => ReactNode;
}

/** Heading, days, and a report in every state it can be in. */
export function ReportFrame<R extends { computedAt: number }>({ title, days, query, notice, children }: Props<R>) {
  usePageTitle(title);
  const { data, error, isFetching, refetch } = query;
  return (
    <div className="page report">
      <header className="page-head">
        <h1>{title}</h1>
        <div className="page-actions">
          <Tooltip title="刷新">
            <Button
              type="text"
              icon={<RefreshIcon />}
              aria-label="刷新数字"
              loading={isFetching}
              onClick={() => void refetch()}
            />
          </Tooltip>
        </div>
      </header>
      {notice}
      <RangePicker {...days} />
      {error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <>
          {children(data.data)}
          <p className="quiet report-foot">
            按北京时间计日，算于 <Time at={data.data.computedAt} isExact />
            ，同样的日期一分钟内不重算。
          </p>
        </>
      ) : (
        <div role="status" aria-label={`正在计算${title}`}>
          <Skeleton active paragraph={{ rows: 10 }} />
        </div>
      )}
    </div>
  );
}

import { Alert } from 'antd';
import { formatNumber } from '../format.ts';
import type { BulkReport } from './bulk.ts';

interface Props {
  report: BulkReport;
  what: string;
  nameOf: (id: string) => string;
}

/** Result for each row: the number done, and the reasons of the others, which stay selected. */
export function BulkResult({ report: { done, failed }, what, nameOf }: Props) {
  const sentence = `${formatNumber(done.length)} 个${what}已完成${failed.length > 0 ? `，${formatNumber(failed.length)} 个没有完成` : ''}`;
  return (
    <>
      <Alert
        className="drawer-alert"
        type={failed.length > 0 ? 'warning' : 'success'}
        role="status"
        message={sentence}
        description={failed.length > 0 ? '没有完成的仍然选中，处理后可以再试。' : undefined}
      />
      {failed.length > 0 && (
        <ul className="recent bulk-failed" aria-label="没有完成的">
          {failed.map(({ id, message }) => (
            <li key={id}>
              <span className="recent-main" title={id}>
                {nameOf(id)}
              </span>
              <span className="quiet">{message}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

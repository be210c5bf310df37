import { Skeleton } from 'antd';

/** Stands in for a page while its code comes. */
export function PageSkeleton() {
  return (
    <div className="page" aria-busy="true">
      <Skeleton active title={{ width: 120 }} paragraph={{ rows: 6 }} />
    </div>
  );
}

import { Button, Tooltip } from 'antd';
import { RefreshIcon } from './icons.tsx';

interface Props {
  query: { isFetching: boolean; refetch: () => unknown };
}

/** Asks a list again. */
export function RefreshButton({ query }: Props) {
  return (
    <Tooltip title="刷新">
      <Button
        type="text"
        icon={<RefreshIcon />}
        aria-label="刷新列表"
        loading={query.isFetching}
        onClick={() => void query.refetch()}
      />
    </Tooltip>
  );
}

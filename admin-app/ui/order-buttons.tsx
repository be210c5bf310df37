import { Button } from 'antd';

interface Props {
  /** The rows in their order. */
  rows: ReadonlyArray<{ id: string }>;
  id: string;
  name: string;
  isBusy: boolean;
  /** Moves the row before another one, or to the end. */
  onMove: (beforeId: string | null) => void;
}

/** Moves a row one place up or down. */
export function OrderButtons({ rows, id, name, isBusy, onMove }: Props) {
  const at = rows.findIndex((row) => row.id === id);
  const before = rows[at - 1];
  return (
    <>
      <Button
        size="small"
        aria-label={`上移「${name}」`}
        disabled={isBusy || !before}
        onClick={() => before && onMove(before.id)}
      >
        ↑
      </Button>
      <Button
        size="small"
        aria-label={`下移「${name}」`}
        disabled={isBusy || at === rows.length - 1}
        onClick={() => onMove(rows[at + 2]?.id ?? null)}
      >
        ↓
      </Button>
    </>
  );
}

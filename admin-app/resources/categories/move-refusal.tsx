import type { HttpError } from '@refinedev/core';
import { Alert, Button } from 'antd';
import { type Branch, pathNames, type TreePosition } from './category-moves.ts';

/** A move that the server refused, and what it was meant to do. */
export interface RefusedMove {
  id: string;
  place: TreePosition;
  wish: string;
}

interface Props {
  refused: RefusedMove | undefined;
  error: HttpError | null;
  byId: ReadonlyMap<string, Branch>;
  onAgain: (branch: Branch, place: TreePosition) => void;
  onClose: () => void;
}

/** Why a move was refused; where somebody else was faster, what was wanted and what is there now. */
export function MoveRefusal({ refused, error, byId, onAgain, onClose }: Props) {
  if (!refused || !error) return null;
  const isOvertaken = error.reason === 'category.changed_meanwhile';
  const now = byId.get(refused.id);
  return (
    <Alert
      className="drawer-alert"
      type={isOvertaken ? 'info' : 'error'}
      role="alert"
      closable
      onClose={onClose}
      message={error.message}
      description={
        isOvertaken && (
          <>
            <p className="line">您要的：{refused.wish}</p>
            <p className="line">
              现在的：{now ? `${pathNames(now, byId).join(' › ')}${now.isHidden ? '（已隐藏）' : ''}` : '已经删除'}
            </p>
          </>
        )
      }
      action={
        isOvertaken &&
        now && (
          <Button size="small" onClick={() => onAgain(now, refused.place)}>
            仍然移动
          </Button>
        )
      }
    />
  );
}

import { Button, Checkbox, Popover, Segmented, Tooltip } from 'antd';
import { useState } from 'react';
import type { DataColumn } from '../data-table.tsx';
import { ColumnsIcon } from '../icons.tsx';
import { canHide, densities, densityLabels, inOrderOf, moved, toggled } from './list-layout.ts';
import type { LayoutState } from './use-list-layout.ts';

interface Props<R> {
  columns: ReadonlyArray<DataColumn<R>>;
  state: LayoutState;
}

/** Which columns a list shows, in which order, and how close its rows stand. */
export function ColumnsMenu<R>({ columns, state }: Props<R>) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger="click"
      placement="bottomRight"
      content={<Choices columns={columns} state={state} />}
    >
      <Tooltip title={isOpen ? '' : '列与行距'}>
        <Button type="text" icon={<ColumnsIcon />} aria-label="列与行距" aria-expanded={isOpen} />
      </Tooltip>
    </Popover>
  );
}

function Choices<R>({ columns, state: { layout, change, reset, isOwn } }: Props<R>) {
  const movable = inOrderOf(columns, layout).filter((column) => canHide(column) && column.title !== '');
  return (
    <div className="columns-menu" role="group" aria-label="列与行距">
      <Segmented
        block
        size="small"
        aria-label="行距"
        value={layout.density}
        options={densities.map((value) => ({ value, label: densityLabels[value] }))}
        onChange={(density) => change({ ...layout, density })}
      />
      <ul>
        {movable.map(({ key, title }, index) => (
          <li key={key}>
            <Checkbox checked={!layout.hidden.includes(key)} onChange={() => change(toggled(layout, key))}>
              {title}
            </Checkbox>
            <Button
              type="text"
              size="small"
              aria-label={`${title} 前移`}
              disabled={index === 0}
              onClick={() => change(moved(columns, layout, key, -1))}
            >
              ↑
            </Button>
            <Button
              type="text"
              size="small"
              aria-label={`${title} 后移`}
              disabled={index === movable.length - 1}
              onClick={() => change(moved(columns, layout, key, 1))}
            >
              ↓
            </Button>
          </li>
        ))}
      </ul>
      <Button size="small" block disabled={!isOwn} onClick={reset}>
        恢复默认
      </Button>
    </div>
  );
}

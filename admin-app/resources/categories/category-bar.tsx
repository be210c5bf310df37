import { Button, Form, Input, Switch, Tooltip } from 'antd';
import { categoryDeskContract, categoryLevels, type StaffCategory } from '#shared/contract/category-desk';
import { ActionButton } from '../../ui/action-button.tsx';
import { schemaRule } from '../../ui/schema-rule.ts';
import { useDrawer } from '../../ui/use-drawer.ts';
import { useWriteMessage } from '../../ui/use-write.ts';
import { type MoveDirection, moveDirections } from './category-moves.ts';
import { categoryChanges } from './use-categories.ts';

const { createCategory, updateCategory } = categoryDeskContract;

const steps: Readonly<Record<MoveDirection, { label: string; sign: string; keys: string }>> = {
  up: { label: '上移', sign: '↑', keys: 'Alt ↑' },
  down: { label: '下移', sign: '↓', keys: 'Alt ↓' },
  in: { label: '移入前一个', sign: '→', keys: 'Alt →' },
  out: { label: '移出一级', sign: '←', keys: 'Alt ←' },
};

interface Props {
  selected: StaffCategory | undefined;
  /** Names from the root down. */
  path: readonly string[];
  mayEdit: boolean;
  isBusy: boolean;
  canStep: (direction: MoveDirection) => boolean;
  onStep: (direction: MoveDirection) => void;
}

/** Acts on the selected category. */
export function CategoryBar({ selected, path, mayEdit, isBusy, canStep, onStep }: Props) {
  const { open, addresses } = useDrawer('categories');
  const hide = useWriteMessage(categoryChanges);
  return (
    <div className="category-bar">
      <span className={selected ? 'category-path' : 'category-path quiet'} aria-live="polite">
        {selected ? path.join(' › ') : '选中一个分类后在这里操作'}
      </span>
      {selected && (
        <span className="category-acts">
          {mayEdit &&
            moveDirections.map((direction) => (
              <Tooltip key={direction} title={`${steps[direction].label}（${steps[direction].keys}）`}>
                <Button
                  size="small"
                  aria-label={steps[direction].label}
                  disabled={isBusy || !canStep(direction)}
                  onClick={() => onStep(direction)}
                >
                  {steps[direction].sign}
                </Button>
              </Tooltip>
            ))}
          {mayEdit && (
            <Switch
              checked={!selected.isHidden}
              checkedChildren="显示"
              unCheckedChildren="隐藏"
              aria-label={`显示「${selected.name}」`}
              loading={hide.isPending}
              onChange={(isShown) =>
                void hide.send(
                  updateCategory,
                  { id: selected.id, version: selected.version, isHidden: !isShown },
                  ({ name }) => (isShown ? `已显示「${name}」` : `已隐藏「${name}」`),
                )
              }
            />
          )}
          {mayEdit && selected.level < categoryLevels && (
            <ActionButton<{ name: string }>
              label="新建下级"
              okText="新建"
              title={`在「${selected.name}」下新建分类`}
              intro="新分类放在最后，使用上级的预设。"
              button={{ size: 'small' }}
              changes={categoryChanges}
              onSend={(send, { name }) =>
                send(createCategory, { parentId: selected.id, name }, (made) => `已新建「${made.name}」`)
              }
            >
              <Form.Item name="name" label="名称" rules={[schemaRule(createCategory.input.shape.name)]}>
                <Input autoComplete="off" />
              </Form.Item>
            </ActionButton>
          )}
          <Button size="small" onClick={() => open(addresses.record(selected.id))}>
            {mayEdit ? '编辑' : '详情'}
          </Button>
        </span>
      )}
    </div>
  );
}

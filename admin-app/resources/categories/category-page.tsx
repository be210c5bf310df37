import { useCan } from '@refinedev/core';
import { Button, Input } from 'antd';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { categoryDeskContract, type StaffCategory } from '#shared/contract/category-desk';
import { Loaded } from '../../ui/data-table.tsx';
import { SearchIcon } from '../../ui/icons.tsx';
import { ImportButton } from '../../ui/import/import-button.tsx';
import { ExportButton } from '../../ui/list/export-button.tsx';
import { ListFrame } from '../../ui/list-page.tsx';
import { useDrawer } from '../../ui/use-drawer.ts';
import { useWrite } from '../../ui/use-write.ts';
import { CategoryBar } from './category-bar.tsx';
import { type Branch, type MoveDirection, pathNames, stepOf, type TreePosition } from './category-moves.ts';
import { CategoryTree } from './category-tree.tsx';
import { MoveRefusal, type RefusedMove } from './move-refusal.tsx';
import { categoryChanges, useCategories } from './use-categories.ts';
import './categories.css';

const directionOfKey: Readonly<Record<string, MoveDirection>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
};

export default function CategoryPage() {
  const { query, tree } = useCategories();
  const { open, addresses } = useDrawer('categories');
  const { data: access } = useCan({ resource: 'categories', action: 'edit' });
  const mayEdit = access?.can ?? false;
  const write = useWrite(categoryChanges);
  const [selectedId, setSelectedId] = useState<string>();
  const [refused, setRefused] = useState<RefusedMove>();
  const [sought, setSought] = useState('');
  const found = useMemo(() => {
    const word = sought.trim().toLowerCase();
    return word
      ? new Set([...tree.byId.values()].filter(({ name }) => name.toLowerCase().includes(word)).map(({ id }) => id))
      : undefined;
  }, [sought, tree]);
  const selected = selectedId === undefined ? undefined : tree.byId.get(selectedId);

  const move = async ({ id, name, version }: StaffCategory, place: TreePosition) => {
    setRefused(undefined);
    setSelectedId(id);
    const isDone = await write.send(
      categoryDeskContract.moveCategory,
      { id, version, ...place },
      () => `已移动「${name}」`,
    );
    if (!isDone) setRefused({ id, place, wish: wishWords(name, place, tree.byId) });
  };
  const step = (branch: Branch, direction: MoveDirection) => {
    const place = stepOf(branch, direction, tree);
    if (place) void move(branch, place);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = directionOfKey[event.key];
    if (!event.altKey || !direction || !selected || !mayEdit) return;
    event.preventDefault();
    event.stopPropagation();
    if (!write.isPending) step(selected, direction);
  };

  return (
    <ListFrame
      title="分类"
      query={query}
      tools={
        <>
          <ExportButton resource="categories" title="分类" />
          <ImportButton resource="categories" changes={categoryChanges} />
        </>
      }
      action={<Button onClick={() => open(`${addresses.list}/preview`)}>预览用户端</Button>}
      note={
        mayEdit
          ? '拖动可以换位置；也可以选中后按 Alt 和方向键：上、下换先后，右移入前一个，左移出一级。改动立即生效。'
          : '用过的分类只隐藏、不删除，编号不变。'
      }
    >
      <search className="filters">
        <Input
          className="filter-search"
          allowClear
          prefix={<SearchIcon />}
          aria-label="查找分类"
          placeholder="名称"
          value={sought}
          onChange={({ target }) => setSought(target.value)}
        />
        {found && <span className="quiet category-found" role="status">{`找到 ${found.size} 个`}</span>}
      </search>
      <MoveRefusal
        refused={refused}
        error={write.error}
        byId={tree.byId}
        onAgain={(branch, place) => void move(branch, place)}
        onClose={() => {
          setRefused(undefined);
          write.reset();
        }}
      />
      <CategoryBar
        selected={selected}
        path={selected ? pathNames(selected, tree.byId) : []}
        mayEdit={mayEdit}
        isBusy={write.isPending}
        canStep={(direction) => selected !== undefined && stepOf(selected, direction, tree) !== undefined}
        onStep={(direction) => selected && step(selected, direction)}
      />
      <Loaded what="分类" query={query}>
        {() => (
          // The keys belong to the tree in it, which takes the focus.
          <div className="category-tree" onKeyDownCapture={onKeyDown}>
            <CategoryTree
              tree={tree}
              found={found}
              selectedId={selectedId}
              mayMove={mayEdit && !write.isPending}
              onSelect={setSelectedId}
              onOpen={open}
              onMove={(branch, place) => void move(branch, place)}
            />
          </div>
        )}
      </Loaded>
    </ListFrame>
  );
}

function wishWords(name: string, { parentId, beforeId }: TreePosition, byId: ReadonlyMap<string, Branch>): string {
  const parent = parentId === null ? '第一级' : `「${byId.get(parentId)?.name ?? parentId}」之下`;
  const before = beforeId === null ? '的最后' : `、「${byId.get(beforeId)?.name ?? beforeId}」之前`;
  return `把「${name}」移到${parent}${before}`;
}

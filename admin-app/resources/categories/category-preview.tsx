import { Skeleton, Tree, type TreeDataNode } from 'antd';
import { useMemo } from 'react';
import { type ClientCategory, childrenOf, toClientTree } from '#shared/domain/category-tree';
import { ListDrawer } from '../../ui/list-drawer.tsx';
import { LoadFailure } from '../../ui/parts.tsx';
import { servedTree } from './category-moves.ts';
import { useCategories } from './use-categories.ts';

/** The tree as the user app keeps it: without what is hidden, the deep children of two roots under `childrens`. */
export default function CategoryPreview() {
  const { query, tree } = useCategories();
  const nodes = useMemo(() => toClientTree(servedTree(tree.roots)).map(nodeOf), [tree]);
  return (
    <ListDrawer resource="categories" title="用户端的分类">
      <p className="quiet form-lead">
        不含隐藏的分类。排在第一和第五的根分类，第 3 级的下级放在 <code>childrens</code>，其余都放在{' '}
        <code>children</code>。
      </p>
      {query.error && <LoadFailure error={query.error} onRetry={() => void query.refetch()} />}
      {query.isLoading ? (
        <Skeleton active paragraph={{ rows: 9 }} />
      ) : (
        <Tree treeData={nodes} selectable={false} virtual height={560} />
      )}
    </ListDrawer>
  );
}

function nodeOf(category: ClientCategory): TreeDataNode {
  const below = childrenOf(category);
  return {
    key: category.id,
    title: (
      <span className="category-title">
        {category.name}
        {below.length > 0 && <code className="quiet">{category.childrens ? 'childrens' : 'children'}</code>}
      </span>
    ),
    children: below.map(nodeOf),
  };
}

import { type HttpError, useCustom } from '@refinedev/core';
import { useMemo } from 'react';
import { categoryDeskContract, type StaffCategory } from '#shared/contract/category-desk';
import type { ListQuery } from '../../ui/use-list-table.ts';
import { growTree } from './category-moves.ts';

/** Resources that are read again after a change; the tree is kept among the rows of `categories`. */
export const categoryChanges = ['categories'];
const treeKey = ['data', 'default', 'categories', 'tree'];

/** The whole tree, hidden categories too. */
export function useCategories() {
  const { query } = useCustom<StaffCategory[], HttpError>({
    url: categoryDeskContract.categoryTree.path,
    method: 'get',
    errorNotification: false,
    queryOptions: { queryKey: treeKey },
  });
  const rows = query.data?.data;
  const tree = useMemo(() => growTree(Array.isArray(rows) ? rows : []), [rows]);
  // The frame of a page asks less of it than a list gives.
  return { query: query as unknown as ListQuery<StaffCategory>, tree };
}

import { useEffect } from 'react';
import { type ClientCategory, childrenOf, findCategory } from '#shared/domain/category-tree';
import type { DefinedTool } from '#shared/tools/define-tool';
import { imageUrl } from '@/lib/image-url';
import { noteToolState } from '@/lib/product-state';
import type { Values } from './field-rules';

/** Keeps what docs/RULES.md R24 wants known of a tool's form: the place of its type, and its base picture. */
export function useNotedState(
  tool: DefinedTool,
  { classifyId2, upload_img }: Values,
  categories: readonly ClientCategory[],
) {
  const root = findCategory(categories, String(tool.fields.classifyId2?.categoryRoot ?? ''));
  const typeIndex = root ? childrenOf(root).findIndex(({ id }) => id === classifyId2) : -1;
  const picture = typeof upload_img === 'string' && upload_img !== '' ? imageUrl(upload_img, { w: 720 }) : '';
  useEffect(() => noteToolState(tool.id, { typeIndex, picture }), [tool.id, typeIndex, picture]);
}

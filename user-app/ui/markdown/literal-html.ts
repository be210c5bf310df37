/** As much of a syntax tree as is looked at here. */
interface Node {
  type: string;
  value?: string;
  children?: Node[];
}

const lineBreak = /^<br\s*\/?>$/i;

/** HTML in a text is shown as it is written and never becomes elements; only line breaks are what they say. */
export function literalHtml() {
  const visit = (node: Node): void => {
    if (!node.children) return;
    node.children = node.children.map((child) => {
      if (child.type !== 'html') {
        visit(child);
        return child;
      }
      const value = child.value ?? '';
      if (lineBreak.test(value.trim())) return { type: 'break' };
      const text = { type: 'text', value };
      // Among blocks, text needs a paragraph around it.
      return isOfBlocks(node) ? { type: 'paragraph', children: [text] } : text;
    });
  };
  return visit;
}

const isOfBlocks = ({ type }: Node) => type === 'root' || type === 'blockquote' || type === 'listItem';

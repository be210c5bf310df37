interface Paragraph {
  heading: string;
  text: string;
}

/** A block as the database keeps it. */
type StoredBlock = ({ kind: 'text' } & Paragraph) | { kind: 'picture' | 'plan'; pictureId: number; caption: string };

export const blocksOf = (row: { blocks: string }) => JSON.parse(row.blocks) as StoredBlock[];

/** The texts of a case in their order. */
export function paragraphsOf(row: { blocks: string }): Paragraph[] {
  return blocksOf(row).flatMap((block) =>
    block.kind === 'text' ? [{ heading: block.heading, text: block.text }] : [],
  );
}

/** The blocks with other texts, in their order; undefined where there are more or fewer of them. */
export function withParagraphs(row: { blocks: string }, paragraphs: readonly Paragraph[]): string | undefined {
  const rest = [...paragraphs];
  if (rest.length !== paragraphsOf(row).length) return undefined;
  const blocks = blocksOf(row).map((block) => (block.kind === 'text' ? { ...block, ...rest.shift() } : block));
  return JSON.stringify(blocks);
}

import type { ShelfCase } from '#shared/contract/gallery-shelf-desk';

/** Paragraphs have no name but their place; form fields and the words of a conflict go by it. */
export const paragraphsOf = ({ paragraphs }: Pick<ShelfCase, 'paragraphs'>) =>
  paragraphs.map((paragraph, place) => ({
    ...paragraph,
    label: `第 ${place + 1} 段`,
    headingLabel: `第 ${place + 1} 段小标题`,
    headingField: `heading${place}`,
    textField: `text${place}`,
  }));

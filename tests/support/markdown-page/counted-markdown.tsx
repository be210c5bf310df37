import ReactMarkdown, { type Options } from 'react-markdown';

/** Number of times each source was drawn. */
export const rendered = new Map<string, number>();

/** Stands in the place of react-markdown in the page of the stories. */
export default function CountedMarkdown(props: Options) {
  const source = props.children ?? '';
  rendered.set(source, (rendered.get(source) ?? 0) + 1);
  return <ReactMarkdown {...props} />;
}

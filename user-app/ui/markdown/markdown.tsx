import { type ComponentPropsWithoutRef, type MouseEvent, memo, useRef } from 'react';
import ReactMarkdown, { type Components, type ExtraProps } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { addressOf } from './address';
import { hasFence, hasMath, sourceOf } from './block-source';
import { type MarkdownBlock, type MarkdownBlocks, splitBlocks } from './blocks';
import { CodeFrame, GrowingCode } from './code-frame';
import { useExtra } from './extras';
import { literalHtml } from './literal-html';
import styles from './markdown.css';

interface MarkdownProps {
  text: string;
  /** More of it comes at the end. */
  isGrowing?: boolean;
  /** Opens a page of the product; without it its links are followed as all others. */
  onPath?: ((path: string) => void) | undefined;
}

/** Blocks that are looked at together when something changes. */
const blocksPerSection = 24;

/**
 * Markdown from somebody who is not trusted: no HTML, no pictures from elsewhere, links that lead to pages only. While
 * it grows, only what can still change is read and drawn again.
 */
export function Markdown({ text, isGrowing = false, onPath }: MarkdownProps) {
  const former = useRef<MarkdownBlocks>();
  const sections = useRef<readonly (readonly MarkdownBlock[])[]>([]);
  const split = splitBlocks(text, former.current);
  if (split !== former.current) sections.current = sectionsOf(split.blocks, sections.current);
  former.current = split;

  const follow = (event: MouseEvent<HTMLDivElement>) => {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    const path = (event.target as Element).closest<HTMLElement>('a[data-path]')?.dataset.path;
    if (!onPath || path === undefined || !isPlain || event.defaultPrevented) return;
    event.preventDefault();
    onPath(path);
  };

  const last = split.blocks.at(-1);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links in it are pressed
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link's key is a click
    <div className={styles.markdown} onClick={follow}>
      {sections.current.map((blocks) => (
        <Section key={blocks[0]?.at} blocks={blocks} growing={isGrowing && blocks.at(-1) === last ? last : undefined} />
      ))}
    </div>
  );
}

/** Blocks in groups; a group in which nothing changed is the same object as before. */
function sectionsOf(
  blocks: readonly MarkdownBlock[],
  former: readonly (readonly MarkdownBlock[])[],
): readonly (readonly MarkdownBlock[])[] {
  const sections: (readonly MarkdownBlock[])[] = [];
  for (let at = 0; at < blocks.length; at += blocksPerSection) {
    const section = blocks.slice(at, at + blocksPerSection);
    const known = former[sections.length];
    const isSame = known?.length === section.length && section.every((block, place) => block === known[place]);
    sections.push(isSame ? known : section);
  }
  return sections;
}

interface SectionProps {
  blocks: readonly MarkdownBlock[];
  /** The block at the end that grows, where it is in this section. */
  growing: MarkdownBlock | undefined;
}

const Section = memo(function Section({ blocks, growing }: SectionProps) {
  return blocks.map((block) => <Block key={block.at} block={block} isGrowing={block === growing} />);
});

interface BlockProps {
  block: MarkdownBlock;
  isGrowing: boolean;
}

const Block = memo(function Block({ block, isGrowing }: BlockProps) {
  const math = useExtra('math', hasMath(block));
  const code = useExtra('code', hasFence(block));
  if (block.kind === 'code' && !block.isClosed && isGrowing)
    return <GrowingCode language={block.language} text={block.inner} />;
  const source = sourceOf(block, isGrowing);
  return (
    <ReactMarkdown
      skipHtml
      remarkPlugins={[[remarkGfm, { singleTilde: false }], ...(math?.remarkPlugins ?? []), literalHtml]}
      rehypePlugins={[...(math?.rehypePlugins ?? []), ...(code?.rehypePlugins ?? [])]}
      components={components}
      urlTransform={(address) => (addressOf(address, ownOrigin()) ? address : '')}
    >
      {source}
    </ReactMarkdown>
  );
});

const ownOrigin = () => globalThis.location?.origin;

type Part<Tag extends keyof React.JSX.IntrinsicElements> = ComponentPropsWithoutRef<Tag> & ExtraProps;

function Anchor({ href = '', children }: Part<'a'>) {
  const address = addressOf(href, ownOrigin());
  if (!address) return <span>{children}</span>;
  if (address.kind === 'inside') {
    return (
      <a href={address.path} data-path={address.path}>
        {children}
      </a>
    );
  }
  return (
    <a href={address.href} target="_blank" rel="noopener noreferrer nofollow" title={address.href}>
      {children}
    </a>
  );
}

/** Pictures of a text would tell others who reads it: only a link stands there. */
function Picture({ src, alt }: Part<'img'>) {
  const name = alt || '图片';
  return typeof src === 'string' && src !== '' ? <Anchor href={src}>{name}</Anchor> : <span>{name}</span>;
}

function Table({ children }: Part<'table'>) {
  return (
    <div
      className={`overflow-x-auto rounded-input bg-surface ${styles.table}`}
      role="region"
      aria-label="表格"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, with the keys as well
      tabIndex={0}
    >
      <table>{children}</table>
    </div>
  );
}

interface TextNode {
  type: string;
  value?: string;
  tagName?: string;
  properties?: { className?: unknown };
  children?: TextNode[];
}

const textIn = ({ value = '', children = [] }: TextNode): string => value + children.map(textIn).join('');

function languageOf({ properties }: TextNode): string {
  const names = Array.isArray(properties?.className) ? properties.className.map(String) : [];
  return names.find((name) => name.startsWith('language-'))?.slice('language-'.length) ?? '';
}

function Fence({ node, children }: Part<'pre'>) {
  const code = (node as TextNode | undefined)?.children?.find(({ tagName }) => tagName === 'code');
  const text = code ? textIn(code).replace(/\n$/, '') : '';
  return (
    <CodeFrame language={code ? languageOf(code) : ''} text={text}>
      {children}
    </CodeFrame>
  );
}

function Code({ node: _node, className, children }: Part<'code'>) {
  return <code className={className}>{children}</code>;
}

function Heading({ node, children }: Part<'h1'>) {
  // All under the heading of their message, whatever an answer begins with.
  return <h3 data-level={(node as TextNode | undefined)?.tagName?.slice(1)}>{children}</h3>;
}

/** The box of a list of things to do. */
function Tick({ checked }: Part<'input'>) {
  return (
    <span role="img" aria-label={checked ? '已完成' : '未完成'}>
      {checked ? '☑' : '☐'}
    </span>
  );
}

const components: Components = {
  a: Anchor,
  img: Picture,
  table: Table,
  pre: Fence,
  code: Code,
  input: Tick,
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
};

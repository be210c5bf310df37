import type PinyinMatch from 'pinyin-match';
import type { ConsoleResource } from '../console-resource.ts';

/** One line of the palette. */
export interface Command {
  key: string;
  group: string;
  title: string;
  /** Additional fact, e.g. a state. */
  note?: string;
  /** Address it opens; `run` for commands that do something else. */
  to?: string;
  run?: () => void;
}

type Match = Pick<typeof PinyinMatch, 'match'>;

/** Pages one may see, and the drawers that make something new. */
export function pageCommands(
  resources: readonly ConsoleResource[],
  may: (resource: string, action: string) => boolean,
): Command[] {
  const pages = resources
    .filter(({ name }) => may(name, 'list'))
    .map(({ path, label, group }) => ({
      key: `page:${path}`,
      group: '页面',
      title: label,
      note: group,
      to: `/${path}`,
    }));
  const drafts = resources.flatMap(({ name, path, label, drawers = [] }) =>
    drawers
      .filter((drawer) => drawer.action === 'create' && may(name, 'create'))
      .map((drawer) => ({
        key: `create:${path}`,
        group: '操作',
        title: `新建：${label}`,
        to: `/${path}/${drawer.path}`,
      })),
  );
  return [...pages, ...drafts];
}

/** Commands that what is typed finds, by their characters, their pinyin or its initials. */
export function found(commands: readonly Command[], typed: string, pinyin: Match | undefined): Command[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') return [...commands];
  return commands.filter(
    ({ title, to }) =>
      title.toLowerCase().includes(wanted) ||
      (to?.slice(1).startsWith(wanted) ?? false) ||
      (pinyin !== undefined && pinyin.match(title, wanted) !== false),
  );
}

import { useEffect, useMemo, useState } from 'react';
import { pictureHash } from '#shared/domain/gallery';
import { readFoundPictures } from '../../data/gallery';
import { leave } from '../../data/user';
import { readWorksPage } from '../../data/works';
import { useAllowed } from '../../lib/allowed';
import { openLogin } from '../../lib/app-store';
import { imageUrl } from '../../lib/image-url';
import { isFound } from '../../lib/is-found';
import { useNavigate } from '../../lib/router';
import { chooseNotice, chooseSound, useRunNotice } from '../../lib/run-notice';
import { chooseTheme } from '../../lib/theme';

export interface Entry {
  id: string;
  title: string;
  note: string;
  /** Address of a small picture of it. */
  thumb?: string;
  act: () => void;
}

interface PageEntry {
  path: string;
  title: string;
  access?: 'canUse';
}

const pages: readonly PageEntry[] = [
  { path: '/', title: '首页' },
  { path: '/list', title: '功能列表' },
  { path: '/aiDesignMangement', title: '作品' },
  { path: '/gpt2', title: 'AI 助手' },
  { path: '/membership', title: '会员与券' },
  { path: '/orders', title: '我的订单', access: 'canUse' },
  { path: '/tickets', title: '券明细', access: 'canUse' },
  { path: '/myPersonCenter', title: '个人中心', access: 'canUse' },
  { path: '/myDownloads', title: '我的下载', access: 'canUse' },
  { path: '/qaPage', title: '帮助中心' },
  { path: '/dingzhi', title: '定制采购' },
  { path: '/agreement', title: '用户协议' },
];
const galleryPages: readonly PageEntry[] = [
  { path: '/tupianHome', title: '灵感图库' },
  { path: '/caseHome', title: '案例' },
  { path: '/findPage', title: '发现' },
  { path: '/seachInspiration', title: '图集' },
  { path: '/searchCase', title: '搜索案例' },
  { path: '/moreCollections', title: '更多图集' },
];

const themes = [
  ['light', '浅色外观'],
  ['dark', '深色外观'],
  ['system', '外观跟随系统'],
] as const;

/** Pages, pages of the gallery and settings this person may use. */
export function useFixedEntries(isLoggedIn: boolean): Entry[] {
  const navigate = useNavigate();
  const isAllowed = useAllowed();
  const { isAnnounced = false, isHeard } = useRunNotice();
  const page =
    (note: string) =>
    ({ path, title }: PageEntry): Entry => ({ id: path, title, note, act: () => void navigate(path) });
  const setting = (title: string, act: () => void): Entry => ({ id: title, title, note: '设置', act });
  return [
    ...pages.filter(isAllowed).map(page('页面')),
    ...galleryPages.map(page('图库')),
    ...themes.map(([mode, title]) => setting(title, () => chooseTheme(mode))),
    ...(isLoggedIn
      ? [
          setting(isHeard ? '关闭完成提示音' : '打开完成提示音', () => chooseSound(!isHeard)),
          ...('Notification' in window
            ? [setting(isAnnounced ? '关闭完成通知' : '打开完成通知', () => void chooseNotice(!isAnnounced))]
            : []),
          setting('退出登录', () => void leave()),
        ]
      : [setting('登录或注册', () => openLogin())]),
  ];
}

interface WorkEntry {
  taskId: string;
  title: string;
}

/** Milliseconds without a key after which the works are asked for. */
const restMs = 250;

/** The newest works, and those whose title or words hold the query. */
export function useWorkEntries(isOn: boolean, query: string): Entry[] {
  const navigate = useNavigate();
  const [newest, setNewest] = useState<readonly WorkEntry[]>([]);
  const [named, setNamed] = useState<{ query: string; works: readonly WorkEntry[] }>({ query: '', works: [] });
  const keyword = query.trim();
  useEffect(() => {
    if (!isOn) return;
    const aborter = new AbortController();
    const read = () =>
      readWorksPage(keyword ? { tab: 'all', keyword } : { tab: 'all' }, undefined, aborter.signal).then(
        ({ list }) => {
          const works = list.flatMap(({ taskId, title }) => (title ? [{ taskId, title }] : []));
          if (keyword) setNamed({ query: keyword, works });
          else setNewest(works);
        },
        () => undefined,
      );
    const timer = window.setTimeout(read, keyword ? restMs : 0);
    return () => {
      window.clearTimeout(timer);
      aborter.abort();
    };
  }, [isOn, keyword]);
  return useMemo(() => {
    const asked = named.query === keyword ? named.works : [];
    const known = newest.filter(({ title }) => isFound(title, keyword));
    const all = new Map([...asked, ...known].map((work) => [work.taskId, work]));
    return [...all.values()].map(({ taskId, title }) => ({
      id: taskId,
      title,
      note: '作品',
      act: () => void navigate(`/aiDesignMangement#${taskId}`),
    }));
  }, [named, newest, keyword, navigate]);
}

const mostPictures = 4;

/** Pictures of the gallery that a query finds; they open over the gallery. */
export function usePictureEntries(isOn: boolean, query: string): Entry[] {
  const navigate = useNavigate();
  const [found, setFound] = useState<Awaited<ReturnType<typeof readFoundPictures>> & { query: string }>();
  const keyword = query.trim();
  useEffect(() => {
    if (!isOn || keyword === '') return;
    let isCurrent = true;
    const timer = window.setTimeout(() => {
      readFoundPictures(keyword, mostPictures).then(
        (answer) => isCurrent && setFound({ ...answer, query: keyword }),
        () => undefined,
      );
    }, restMs);
    return () => {
      isCurrent = false;
      window.clearTimeout(timer);
    };
  }, [isOn, keyword]);
  return useMemo(
    () =>
      found?.query === keyword
        ? found.pictures.map(({ id, imageId, title }) => ({
            id: `picture-${id}`,
            title,
            note: '图库图片',
            thumb: imageUrl(imageId, { w: 160 }),
            act: () => void navigate(`/tupianHome?keyword=${encodeURIComponent(found.keyword)}${pictureHash(id)}`),
          }))
        : [],
    [found, keyword, navigate],
  );
}

import type { Project, Work } from '#shared/contract/project';
import { isFinal } from '#shared/domain/task-status';
import { day } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import { answerWith } from './component-answers.ts';
import { openStudio, startOfTests, taskOf } from './component-studio.ts';

/** A line drawing on the desk. */
export function workOf(taskId: string, part: Partial<Work> = {}): Work {
  const free = { title: '', projectId: null, isStarred: false, deletedAt: null, purgeAt: null };
  return { ...taskOf(taskId), ...free, ...part };
}

/** `count` works of today, the newest first: `w3`, `w2`, `w1`. */
export const worksOf = (count: number, part: Partial<Work> = {}): Work[] =>
  Array.from({ length: count }, (_, index) =>
    workOf(`w${count - index}`, { createdAt: startOfTests - index * 1_000, ...part }),
  );

/** Answers what the page of works asks from a list in memory, which what is done there changes. */
export function openWorksDesk(list: readonly Work[], names: readonly string[] = []) {
  let works = [...list];
  let projects: Project[] = names.map((name, index) => projectOf(`p${index}`, name));
  let removed: { project: Project; ids: string[] } | undefined;
  openStudio();
  const change = (ids: unknown, part: (work: Work) => Partial<Work>) => {
    works = works.map((work) => ((ids as string[]).includes(work.taskId) ? { ...work, ...part(work) } : work));
  };
  const shown = () => works.filter(({ deletedAt }) => deletedAt === null);
  const countIn = (projectId: string | null) => shown().filter((work) => work.projectId === projectId).length;
  const withCount = (project: Project) => {
    const first = shown().find(({ projectId }) => projectId === project.projectId)?.images[0];
    const newest = first && { imageId: first.imageId, url: first.url, isChosen: false };
    return { ...project, works: countIn(project.projectId), cover: project.cover ?? newest ?? null };
  };
  const mustBeFree = (name: unknown) => {
    if (projects.some((project) => project.name === name)) throw new ProductError('project.name_taken');
  };
  answerWith({
    works({ tab, projectId, tool, isStarred, keyword, from, to }) {
      const found = works.filter((work) => {
        if ((tab === 'bin') !== (work.deletedAt !== null)) return false;
        if (tab === 'running' && isFinal(work.status)) return false;
        if (['succeeded', 'failed', 'canceled'].includes(String(tab)) && work.status !== tab) return false;
        if (projectId !== undefined && work.projectId !== (projectId === 'none' ? null : projectId)) return false;
        if (tool !== undefined && work.tool !== tool) return false;
        if (isStarred && !work.isStarred) return false;
        if (keyword && !work.title.includes(String(keyword))) return false;
        return work.createdAt >= Number(from ?? 0) && work.createdAt < Number(to ?? Number.POSITIVE_INFINITY);
      });
      return { list: found, nextCursor: null };
    },
    worksSummary: () => ({
      all: shown().length,
      running: shown().filter(({ status }) => !isFinal(status)).length,
      ...countsOf(shown()),
      bin: works.length - shown().length,
      starred: shown().filter(({ isStarred }) => isStarred).length,
      inNoProject: countIn(null),
    }),
    projects: () => projects.map(withCount),
    createProject({ name }) {
      mustBeFree(name);
      const made = projectOf(`p${projects.length}-new`, String(name));
      projects = [made, ...projects];
      return made;
    },
    updateProject({ projectId, name, coverImageId }) {
      const part = {
        ...(name === undefined ? {} : { name: String(name) }),
        ...(coverImageId ? { cover: coverOf(String(coverImageId)) } : {}),
      };
      projects = projects.map((project) => (project.projectId === projectId ? { ...project, ...part } : project));
      return withCount(projects.find((project) => project.projectId === projectId) ?? projectOf('none', ''));
    },
    deleteProject({ projectId }) {
      const project = projects.find((known) => known.projectId === projectId) ?? projectOf('none', '');
      removed = { project, ids: works.filter((work) => work.projectId === projectId).map(({ taskId }) => taskId) };
      projects = projects.filter((known) => known !== project);
      change(removed.ids, () => ({ projectId: null }));
      return { released: removed.ids.length };
    },
    restoreProject() {
      const { project, ids } = removed ?? { project: projectOf('none', ''), ids: [] };
      projects = [project, ...projects];
      change(ids, () => ({ projectId: project.projectId }));
      return withCount(project);
    },
    updateWork({ taskId, title, isStarred }) {
      change([taskId], () => ({
        ...(title === undefined ? {} : { title: String(title) }),
        ...(isStarred === undefined ? {} : { isStarred: Boolean(isStarred) }),
      }));
      return works.find((work) => work.taskId === taskId) ?? workOf(String(taskId));
    },
    batchWorks({ action, taskIds, projectId }) {
      const ids = taskIds as string[];
      if (action === 'purge') works = works.filter(({ taskId }) => !ids.includes(taskId));
      else change(ids, () => partOf(String(action), (projectId ?? null) as string | null));
      return { changed: ids.length, skipped: [] };
    },
    emptyBin() {
      const changed = works.length - shown().length;
      works = shown();
      return { changed };
    },
    pictureVersions: { pictures: [], steps: [], isCut: false },
  });
}

const coverOf = (imageId: string) => ({ imageId, url: `/api/images/${imageId}`, isChosen: true });

function projectOf(projectId: string, name: string): Project {
  return { projectId, name, cover: null, works: 0, createdAt: startOfTests, updatedAt: startOfTests };
}

function countsOf(works: readonly Work[]) {
  const count = (wanted: Work['status']) => works.filter(({ status }) => status === wanted).length;
  return { succeeded: count('succeeded'), failed: count('failed'), canceled: count('canceled') };
}

function partOf(action: string, projectId: string | null): Partial<Work> {
  if (action === 'delete') return { deletedAt: startOfTests, purgeAt: Date.now() + 30 * day };
  if (action === 'restore') return { deletedAt: null, purgeAt: null };
  if (action === 'move') return { projectId };
  return { isStarred: action === 'star' };
}

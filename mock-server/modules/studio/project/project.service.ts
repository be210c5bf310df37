import { isImageFormat } from '#shared/contract/image';
import type { Project } from '#shared/contract/project';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { Ids } from '../../../ids.ts';
import { withDeps } from '../../../with-deps.ts';
import type { UserCaller } from '../../base/caller.ts';
import type { Db, Store } from '../../base/store.ts';
import { type ImageService, imageUrl } from '../image/image.service.ts';
import * as projects from './project.repository.ts';
import { projectLimit, removedProjectMs } from './project.rules.ts';

export interface ProjectDeps {
  store: Store;
  clock: Clock;
  ids: Ids;
  images: ImageService;
}

export type ProjectService = ReturnType<typeof createProjectService>;

/** Folders of works: an account's own, a work is in one or in none. */
export function createProjectService(deps: ProjectDeps) {
  return {
    ...withDeps(deps, { list, create, update, remove, restore }),
    mustFind,
  };
}

async function list({ store }: ProjectDeps, { accountId }: UserCaller): Promise<Project[]> {
  const described = await describe(store.db, accountId, await projects.ownProjects(store.db, accountId));
  return described.toSorted((a, b) => b.updatedAt - a.updatedAt || (a.projectId < b.projectId ? -1 : 1));
}

async function create(deps: ProjectDeps, { accountId }: UserCaller, name: string): Promise<Project> {
  const { ids, clock, store } = deps;
  const id = ids.next('project');
  const now = clock.now();
  await store.transact(async (tx) => {
    await requireFreeName(tx, accountId, name);
    await requireRoom(tx, accountId);
    const row = { id, account_id: accountId, name, cover_image_id: null, created_at: now, updated_at: now };
    await projects.insertProject(tx, row);
  });
  return describeOne(deps, accountId, id);
}

async function update(
  deps: ProjectDeps,
  { accountId }: UserCaller,
  projectId: string,
  change: { name?: string | undefined; coverImageId?: string | null | undefined },
): Promise<Project> {
  const { name, coverImageId } = change;
  await deps.store.transact(async (tx) => {
    await mustFind(tx, accountId, projectId);
    if (name !== undefined) await requireFreeName(tx, accountId, name, projectId);
    if (coverImageId) await requireCover(deps, tx, accountId, coverImageId);
    await projects.updateProject(tx, projectId, {
      ...(name === undefined ? {} : { name }),
      ...(coverImageId === undefined ? {} : { cover_image_id: coverImageId }),
      updated_at: deps.clock.now(),
    });
  });
  return describeOne(deps, accountId, projectId);
}

/** The works stay, in no project; for a while it can be brought back. */
async function remove(
  { clock, store }: ProjectDeps,
  { accountId }: UserCaller,
  projectId: string,
): Promise<{ released: number }> {
  const now = clock.now();
  return store.transact(async (tx) => {
    const project = await mustFind(tx, accountId, projectId);
    await projects.forgetRemovedProjects(tx, now - removedProjectMs);
    return { released: await projects.removeProject(tx, project, now) };
  });
}

/** Takes a deletion back: the project as it was, with those of its works that are in no other one. Once is enough. */
async function restore(deps: ProjectDeps, { accountId }: UserCaller, projectId: string): Promise<Project> {
  await deps.store.transact(async (tx) => {
    if (await projects.findOwnProject(tx, accountId, projectId)) return;
    const removed = await projects.findRemovedProject(tx, accountId, projectId);
    if (!removed || removed.removed_at < deps.clock.now() - removedProjectMs)
      throw new ProductError('project.not_found');
    await requireFreeName(tx, accountId, removed.name);
    await requireRoom(tx, accountId);
    await projects.restoreProject(tx, removed);
  });
  return describeOne(deps, accountId, projectId);
}

async function mustFind(handle: Db, accountId: string, projectId: string): Promise<projects.ProjectRow> {
  const project = await projects.findOwnProject(handle, accountId, projectId);
  if (!project) throw new ProductError('project.not_found');
  return project;
}

async function requireFreeName(tx: Db, accountId: string, name: string, except?: string): Promise<void> {
  const taken = (await projects.ownProjects(tx, accountId)).some((row) => row.name === name && row.id !== except);
  if (taken) throw new ProductError('project.name_taken', { fill: { name }, fields: { name: ['已有同名项目'] } });
}

async function requireRoom(tx: Db, accountId: string): Promise<void> {
  if ((await projects.ownProjects(tx, accountId)).length >= projectLimit)
    throw new ProductError('project.too_many', { fill: { limit: projectLimit } });
}

async function requireCover(deps: ProjectDeps, tx: Db, accountId: string, imageId: string): Promise<void> {
  const picture = (await deps.images.requireOwn(tx, accountId, [imageId])).get(imageId);
  const isOwnPicture = picture?.owner_id === accountId && isImageFormat(picture.format);
  if (!isOwnPicture) throw new ProductError('project.bad_cover');
}

async function describe(handle: Db, accountId: string, rows: readonly projects.ProjectRow[]): Promise<Project[]> {
  const counts = await projects.countByProject(handle, accountId);
  const described: Project[] = [];
  for (const row of rows) {
    const { works, newest } = counts.get(row.id) ?? { works: 0, newest: 0 };
    const imageId = row.cover_image_id ?? (await projects.newestPicture(handle, accountId, row.id));
    described.push({
      projectId: row.id,
      name: row.name,
      cover: imageId ? { imageId, url: imageUrl(imageId), isChosen: row.cover_image_id !== null } : null,
      works,
      createdAt: row.created_at,
      updatedAt: Math.max(row.updated_at, newest),
    });
  }
  return described;
}

async function describeOne(deps: ProjectDeps, accountId: string, projectId: string): Promise<Project> {
  const [project] = await describe(deps.store.db, accountId, [await mustFind(deps.store.db, accountId, projectId)]);
  return project as Project;
}

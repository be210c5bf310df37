import { api } from '../lib/api';
import { useServerState } from '../lib/server-state';

/** My projects, last used first. */
export function useProjects(isLoggedIn: boolean) {
  return useServerState(() => api.projects(), { key: 'projects', isReady: isLoggedIn });
}

export function createProject(name: string) {
  return api.createProject({ name });
}

export function renameProject(projectId: string, name: string) {
  return api.updateProject({ projectId, name });
}

/** A null cover means the newest picture. */
export function chooseCover(projectId: string, coverImageId: string | null) {
  return api.updateProject({ projectId, coverImageId });
}

/** Deletes a project; its works stay, in no project. {@link restoreProject} takes it back. */
export function deleteProject(projectId: string) {
  return api.deleteProject({ projectId });
}

/** Brings a deleted project back with its works, within a day. */
export function restoreProject(projectId: string) {
  return api.restoreProject({ projectId });
}

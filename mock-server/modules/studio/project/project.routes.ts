import { pipeline } from 'node:stream/promises';
import type { projectContract } from '#shared/contract/project';
import { whileConnected } from '../../../http/connection.ts';
import type { Handlers } from '../../../http/mount.ts';
import type { ProjectService } from './project.service.ts';
import type { VersionService } from './version.service.ts';
import type { WorksService } from './works.service.ts';

export function projectRoutes(
  projects: ProjectService,
  works: WorksService,
  versions: VersionService,
): Handlers<typeof projectContract> {
  return {
    projects: ({ caller }) => projects.list(caller),
    createProject: ({ caller, input }) => projects.create(caller, input.name),
    updateProject: ({ caller, params, input }) => projects.update(caller, params.projectId, input),
    deleteProject: ({ caller, params }) => projects.remove(caller, params.projectId),
    restoreProject: ({ caller, params }) => projects.restore(caller, params.projectId),
    works: ({ caller, input }) => works.list(caller, input),
    worksSummary: ({ caller }) => works.summary(caller),
    updateWork: ({ caller, params, input }) => works.update(caller, params.taskId, input),
    batchWorks: ({ caller, input }) => works.batch(caller, input),
    emptyBin: ({ caller }) => works.emptyBin(caller),
    pictureVersions: ({ caller, params }) => versions.tree(caller, params.imageId),
    downloadWorks: ({ caller, input, request, response }) =>
      whileConnected(response, async (signal) => {
        const archive = await works.archive(caller, input, signal);
        response.attachment(`${input.name.replace(/[\\/:*?"<>|\r\n]/g, '_')}.zip`);
        // no-transform: it is packed already, and compressing it again would hold it back.
        response.set({ 'content-type': 'application/zip', 'cache-control': 'no-store, no-transform' });
        if (request.method === 'HEAD') {
          archive.destroy();
          response.end();
          return;
        }
        await pipeline(archive, response);
      }),
  };
}

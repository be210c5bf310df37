import type { VersionTree } from '#shared/contract/project';
import type { UserCaller } from '../../base/caller.ts';
import type { Store } from '../../base/store.ts';
import { type ImageService, imageUrl } from '../image/image.service.ts';
import { isSource, versionLimit } from './project.rules.ts';
import * as versions from './version.repository.ts';

export type VersionService = ReturnType<typeof createVersionService>;

/** Versions of pictures over all tools: origins and derivatives. */
export function createVersionService({ store: { db }, images }: { store: Store; images: ImageService }) {
  /** Goes from picture to picture, level by level, up (to what it was made from) or down. */
  async function follow(accountId: string, imageId: string, direction: 'up' | 'down', room: number) {
    const [here, there, sign] =
      direction === 'up' ? (['result', 'source', -1] as const) : (['source', 'result', 1] as const);
    const depths = new Map([[imageId, 0]]);
    const steps: versions.StepRow[] = [];
    let level = [imageId];
    let isCut = false;
    for (let depth = 1; level.length > 0; depth++) {
      const next: string[] = [];
      for (const step of await versions.stepsAt(db, accountId, level, here)) {
        if (!isSource(step.tool, step.field)) continue;
        const reached = step[there];
        const isNew = !depths.has(reached);
        if (isNew && depths.size > room) {
          isCut = true;
          continue;
        }
        if (isNew) {
          depths.set(reached, sign * depth);
          next.push(reached);
        }
        steps.push(step);
      }
      level = next;
    }
    return { depths, steps, isCut };
  }

  return {
    async tree({ accountId }: UserCaller, imageId: string): Promise<VersionTree> {
      await images.requireOwn(db, accountId, [imageId]);
      const up = await follow(accountId, imageId, 'up', versionLimit / 2);
      const down = await follow(accountId, imageId, 'down', versionLimit - up.depths.size + 1);
      const depths = new Map([...up.depths, ...down.depths]);
      const rows = await versions.versionPictures(db, accountId, [...depths.keys()]);
      const pictures = rows
        .map((row) => {
          const depth = depths.get(row.id) ?? 0;
          const relation =
            depth === 0 ? ('self' as const) : depth < 0 ? ('ancestor' as const) : ('descendant' as const);
          return {
            imageId: row.id,
            url: imageUrl(row.id),
            width: row.width,
            mainColor: row.main_color,
            height: row.height,
            type: row.type,
            format: row.format,
            createdAt: row.created_at,
            taskId: row.task_id,
            tool: row.tool,
            title: row.title ?? '',
            isInBin: row.is_in_bin === 1,
            relation,
            depth,
          };
        })
        .toSorted((a, b) => a.depth - b.depth || a.createdAt - b.createdAt || (a.imageId < b.imageId ? -1 : 1));
      const isListed = new Set(pictures.map((picture) => picture.imageId));
      const steps = [...up.steps, ...down.steps]
        .filter((step) => isListed.has(step.source) && isListed.has(step.result))
        .map(({ source, result, task_id, tool, field }) => ({
          from: source,
          to: result,
          taskId: task_id,
          tool,
          field,
        }));
      return { pictures, steps, isCut: up.isCut || down.isCut };
    },
  };
}

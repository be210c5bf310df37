import type { contentDeskContract } from '#shared/contract/content-desk';
import type { Handlers } from '../../../http/mount.ts';
import type { HotWordDesk } from './hot-word-desk.service.ts';
import type { MaterialDesk } from './material-desk.service.ts';

export function contentDeskRoutes(
  words: HotWordDesk,
  materials: MaterialDesk,
): Omit<Handlers<typeof contentDeskContract>, 'staffHotWords' | 'staffMaterials'> {
  return {
    staffHotWord: ({ params }) => words.detail(params.id),
    createHotWord: ({ caller, input, facts }) => words.create({ caller, facts }, input.word),
    updateHotWord: ({ caller, params, input, facts }) => words.update({ caller, facts }, params.id, input),
    moveHotWord: ({ caller, params, input, facts }) => words.move({ caller, facts }, params.id, input),
    removeHotWord: ({ caller, params, input, facts }) => words.remove({ caller, facts }, params.id, input.version),
    staffMaterial: ({ params }) => materials.detail(params.id),
    updateMaterial: ({ caller, params, input, facts }) => materials.update({ caller, facts }, params.id, input),
    moveMaterial: ({ caller, params, input, facts }) => materials.move({ caller, facts }, params.id, input),
  };
}

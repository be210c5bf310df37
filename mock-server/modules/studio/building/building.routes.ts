import type { BuildingModel, buildingModelContract } from '#shared/contract/building-model';
import type { Answer } from '#shared/contract/endpoint';
import { ProductError } from '#shared/errors';
import { whileConnected } from '../../../http/connection.ts';
import type { Handlers } from '../../../http/mount.ts';
import { sendFile } from '../image/image.routes.ts';
import type { BuildingService } from './building.service.ts';

type Taken = Answer<(typeof buildingModelContract)['takeBuildingView']>;

export function buildingRoutes(service: BuildingService): Handlers<typeof buildingModelContract> {
  return {
    uploadBuildingModel: async ({ caller, request, response }) => {
      let model: BuildingModel | undefined;
      await whileConnected(response, async () => {
        model = await service.upload(caller, request);
      });
      if (!model) throw new ProductError('upload.aborted');
      return model;
    },
    buildingModels: ({ caller, input }) => service.list(caller, input),
    buildingModel: ({ caller, params }) => service.get(caller, params.modelId),
    confirmBuildingModel: ({ caller, params, input }) => service.confirm(caller, params.modelId, input.placement),
    renameBuildingModel: ({ caller, params, input }) => service.rename(caller, params.modelId, input.name),
    removeBuildingModel: async ({ caller, params }) => {
      await service.remove(caller, params.modelId);
      return null;
    },
    buildingViewerFile: async ({ caller, params, response }) => {
      // A model that is confirmed anew looks otherwise under the same address.
      await sendFile(response, await service.viewerFile(caller, params.modelId), 'no-cache');
    },
    buildingSketch: async ({ caller, params, input, response }) => {
      await whileConnected(response, async (signal) => {
        // A model that is confirmed anew looks otherwise under the same address.
        await sendFile(response, await service.sketch({ caller, signal }, params.modelId, input), 'no-cache');
      });
    },
    takeBuildingView: async ({ caller, params, input, response }) => {
      let taken: Taken | undefined;
      await whileConnected(response, async (signal) => {
        taken = await service.takeView({ caller, signal }, params.modelId, input);
      });
      if (!taken) throw new ProductError('upload.aborted');
      return taken;
    },
  };
}

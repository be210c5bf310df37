import { fileURLToPath } from 'node:url';
import type { JobModels } from '../base/models.ts';
import type { SubjectNetwork } from '../kernels/matting/subject-network.ts';

/** The network that finds a picture's subject, as it comes with the product. */
const subjectWeightsFile = fileURLToPath(new URL('../weights/subject-finder.onnx', import.meta.url));

/** The network for a job that may use networks. */
export function subjectNetworkOf(models: JobModels | undefined): SubjectNetwork | undefined {
  return models && { runner: models.runner, file: subjectWeightsFile };
}

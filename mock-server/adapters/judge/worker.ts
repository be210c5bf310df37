import type { ClassLook } from '../../../engine/judgement/class-change.ts';
import { judgeOutput } from '../../../engine/judgement/judge-output.ts';
import { glanceWithNetwork } from '../../../engine/kernels/scene-reader/read-scene.ts';
import { jobModelsOf, type ModelAccess } from '../../../engine/models/client.ts';
import { sceneNetworkOf } from '../../../engine/models/scene-weights.ts';
import type { JudgeQuestion, OutputJudgement } from './port.ts';

/** Message from the pool to its thread. */
export interface JudgeTask {
  question: JudgeQuestion;
  /** Access to the process that runs networks; without it things are not told apart. */
  models?: ModelAccess;
}

/** Entry of a judging thread. */
export default function judge({ question, models }: JudgeTask): Promise<OutputJudgement> {
  return judgeOutput(question, models && lookWith(models));
}

function lookWith(models: ModelAccess): ClassLook | undefined {
  const network = sceneNetworkOf(jobModelsOf(models));
  return network && (({ rgb, ...size }) => glanceWithNetwork(rgb, size, network));
}

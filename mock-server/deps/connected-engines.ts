import type { EngineSettings } from '../adapters/render/engines-file.ts';
import type { EngineTermsByName } from '../modules/studio/engine/engine-terms.ts';

const leavesSentence = '底图、参考图和描述会发送到外部服务';

/** Terms of the operator's engines by name. Free outputs of the day are for engines of this server. */
export function termsOf(settings: readonly EngineSettings[]): EngineTermsByName {
  return new Map(
    settings.map(({ name, priceFactor, laneSize, plans, leavesHouse, budget }) => [
      name,
      {
        ...{ priceFactor, laneSize, hasFreeOutputs: false },
        ...(plans && { plans }),
        ...(leavesHouse && { leaves: leavesSentence }),
        ...(budget && { budget }),
      },
    ]),
  );
}

import { useState } from 'react';
import type { ChatModel } from '#shared/contract/chat';
import { chatPrices } from '#shared/domain/chat';
import { useChatModels } from '../../../data/chat';
import { readJson, storageKeys, writeJson } from '../../../lib/storage';

/** Which model answers, and whether it thinks first; the choice is this device's. */
export function useModel() {
  const { data: models = [] } = useChatModels();
  const [choice, setChoice] = useState<{ id?: string; isDeep?: boolean }>(() => {
    const kept = readJson(storageKeys.chatModel);
    return typeof kept === 'object' && kept !== null ? kept : {};
  });
  const model = models.find(({ id }) => id === choice.id) ?? models[0];
  const choose = (next: { id?: string; isDeep?: boolean }) => {
    setChoice(next);
    writeJson(storageKeys.chatModel, next);
  };
  return {
    models,
    model,
    isDeep: model?.canThinkDeeply === true && choice.isDeep === true,
    chooseModel: (id: string) => choose({ ...choice, id }),
    chooseDeep: (isDeep: boolean) => choose({ ...choice, isDeep }),
  };
}
export type ModelChoice = ReturnType<typeof useModel>;

export const priceWords = ({ isPriced, canThinkDeeply }: ChatModel) =>
  isPriced
    ? `每次 ${chatPrices.answer} 张对话券${canThinkDeeply ? `，深度思考 ${chatPrices.deepAnswer} 张` : ''}，每张附图加 ${chatPrices.attachment} 张`
    : '免费';

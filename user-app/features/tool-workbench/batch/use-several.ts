import { batchLimits, planRank } from '#shared/domain/plan';
import type { DefinedTool } from '#shared/tools/define-tool';
import { stateOfItem } from '@/data/batch-runs';
import { useCurrentUser } from '@/data/user';
import { openOffer } from '@/lib/shop-store';
import { toastFailure } from '@/lib/toast';
import { useNavigate } from '../../../lib/router';
import type { SeveralPictures } from '../fields/field-editor';
import { picturesOf, severalName } from '../form-pictures';
import type { Intake } from '../use-intake';
import type { ToolForm } from '../use-tool-form';
import type { BatchOfTool } from './use-batch';

/** Base pictures this person may start in one go. */
export function useBatchLimit(): number {
  return batchLimits[useCurrentUser().vip?.plan ?? 'free'];
}

interface SeveralInput {
  tool: DefinedTool;
  form: ToolForm;
  intake: Intake;
  batch: BatchOfTool;
  /** Why pictures do not suit the tool, as sentences by image id. */
  misfits: ReadonlyMap<string, string>;
  /** Stores what is being drawn on the picture that is looked at. */
  finish: () => Promise<unknown>;
}

/** State for the field of several base pictures; undefined for other tools. */
export function useSeveral({ tool, form, intake, batch, misfits, finish }: SeveralInput): SeveralPictures | undefined {
  const limit = useBatchLimit();
  const { vip } = useCurrentUser();
  const navigate = useNavigate();
  const name = severalName(tool);
  if (name === undefined) return undefined;

  const pictures = picturesOf(tool, form);
  const isOfForm = batch.isUnderWay || batch.isRest;
  const items = isOfForm ? (batch.batch?.items ?? []) : [];
  const itemOf = (imageId: string) => items.findLast((item) => item.imageId === imageId);

  const plan = vip?.plan ?? 'free';
  const widen = (wanted: number) => {
    // The team plan needs a number of seats, which is chosen on the membership page.
    if (planRank(plan) >= planRank('pro')) navigate('/membership');
    else openOffer({ want: { batch: Math.min(wanted, batchLimits.pro) } });
  };
  const { surplus } = intake;

  return {
    name,
    pictures,
    limit,
    words: batch.isRest
      ? wordsOfRest(pictures.filter((imageId) => !batch.isDone(imageId)).length)
      : wordsOf(tool, name),
    problems: [
      ...(batch.isRest ? problemsOf(pictures, '没有开始', (imageId) => itemOf(imageId)?.refusal) : []),
      ...problemsOf(pictures, '不适合', (imageId) => misfits.get(imageId)),
    ],
    surplus: surplus && {
      words: `${vip?.planTitle ?? '免费版'}一次最多 ${limit} 张，${surplus.left} 张没有加入`,
      onWiden: plan === 'team' ? undefined : () => widen(surplus.wanted),
    },
    stateOf: (imageId) => {
      const item = itemOf(imageId);
      if (misfits.has(imageId) && item?.taskId === undefined) return { words: '不适合', isProblem: true };
      if (!item) return undefined;
      const state = stateOfItem(item);
      if (state === 'canceled') return undefined;
      return { words: stateWords[state], isProblem: state === 'refused' };
    },
    onAdd: form.add,
    onLook: (imageId) => {
      batch.hide();
      finish().then(() => form.look(imageId), toastFailure);
    },
    onRemove: form.remove,
    onMove: form.move,
    onClear: () => {
      for (const imageId of pictures) form.remove(imageId);
      for (const upload of intake.uploads) if (upload.field === name) intake.cancel(upload.id);
    },
    onRemoveUnsuitable:
      misfits.size > 0
        ? () => {
            for (const imageId of misfits.keys()) form.remove(imageId);
          }
        : undefined,
    onShowResults: batch.batch && !batch.isShown ? batch.show : undefined,
  };
}

const stateWords = { waiting: '待提交', started: '已开始', refused: '未开始' } as const;

function wordsOf(tool: DefinedTool, name: string): string {
  const each = '每张底图各生成一次，参数相同';
  const mask = Object.values(tool.fields).find((field) => field.maskOf === name && field.place !== 'stage');
  if (!mask) return `${each}。`;
  return mask.isRequired ? `${each}；每张图要有自己的选区，点缩略图逐张涂抹。` : `${each}；选区只属于涂抹的那张图。`;
}

function wordsOfRest(count: number): string {
  return `点生成只开始其余 ${count} 张，已开始的不会再扣券。`;
}

/** `第 3、4 张没有开始：普通券不足…` */
function problemsOf(
  pictures: readonly string[],
  what: string,
  reasonOf: (imageId: string) => string | undefined,
): string[] {
  const places = new Map<string, number[]>();
  for (const [place, imageId] of pictures.entries()) {
    const reason = reasonOf(imageId);
    if (reason !== undefined) places.set(reason, [...(places.get(reason) ?? []), place + 1]);
  }
  return [...places].map(([reason, at]) => `第 ${at.join('、')} 张${what}：${reason}`);
}

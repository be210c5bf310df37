import { useId, useState } from 'react';
import type { BuildingFacts, BuildingModel } from '#shared/contract/building-model';
import type { BuildingPlacement } from '#shared/domain/building-view';
import { failureWords } from '#shared/domain/failure-words';
import { confirmBuildingModel } from '../../data/building-models';
import { Button } from '../../ui/button';
import { Segments } from '../../ui/segments';
import styles from './building.css';
import { ModelReport } from './model-report';
import { NorthDial } from './north-dial';
import { SizeDrawing } from './size-drawing';
import { doubtAbout, type LengthUnit, lengthUnits, lengthWords, metresOf, sizeWith, unitOf } from './units';

const unitOptions = lengthUnits.map(([unit, title]) => [unit, title] as const);
const axes = [
  ['z', 'Z 轴朝上'],
  ['y', 'Y 轴朝上'],
] as const;

interface ConfirmSizeProps {
  model: BuildingModel;
  facts: BuildingFacts;
  placement: BuildingPlacement;
  onConfirmed: (model: BuildingModel) => void;
}

/** Size and direction of a model, beside a person: found by the reader, confirmed here. */
export function ConfirmSize({ model, facts, placement, onConfirmed }: ConfirmSizeProps) {
  const [wanted, setWanted] = useState<BuildingPlacement>(placement);
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const change = (part: Partial<BuildingPlacement>) => setWanted({ ...wanted, ...part });
  const size = sizeWith(facts.size, facts.placement, wanted);
  const [width, height, depth] = size;
  const doubt = doubtAbout(size);
  const unit = unitOf(wanted.metresPerUnit);
  const isAsRead =
    wanted.up === facts.placement.up && Math.abs(wanted.metresPerUnit / facts.placement.metresPerUnit - 1) < 1e-6;

  const confirm = async () => {
    setBusy(true);
    setProblem('');
    try {
      onConfirmed(await confirmBuildingModel(model.modelId, wanted));
    } catch (error) {
      setProblem(failureWords(error, '没有保存，请稍后重试'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className={styles.confirm}>
      <div className="grid content-start gap-12">
        <SizeDrawing size={size} storeys={isAsRead ? facts.storeys : []} />
        <p className={styles.sizeWords}>
          宽 {lengthWords(width)}，深 {lengthWords(depth)}，高 {lengthWords(height)}
        </p>
        {doubt && (
          <p role="alert" className={styles.doubt}>
            {doubt}
          </p>
        )}
        <ModelReport facts={facts} />
      </div>
      <div className="grid content-start gap-16">
        <p>图里的人高 1.7 m。和你的设计比一比，大小和方向对不对？</p>
        <Choice title="单位" isKnown={facts.isKnown.metresPerUnit}>
          <Segments<LengthUnit | ''>
            label="模型的单位"
            isWide
            options={unitOptions}
            value={unit ?? ''}
            onChange={(next) => next && change({ metresPerUnit: metresOf(next) })}
          />
          {!unit && (
            <p className="text-second text-12">文件自带的比例：1 个单位是 {lengthWords(wanted.metresPerUnit)}</p>
          )}
        </Choice>
        <Choice title="朝上的轴" isKnown={facts.isKnown.up}>
          <Segments label="朝上的轴" isWide options={axes} value={wanted.up} onChange={(up) => change({ up })} />
        </Choice>
        <Choice title="正北" isKnown={facts.isKnown.north}>
          <NorthDial north={wanted.north} size={size} onChange={(north) => change({ north })} />
        </Choice>
        {problem && (
          <p role="alert" className="text-danger">
            {problem}
          </p>
        )}
        <div>
          <Button look="primary" disabled={isBusy} onClick={() => void confirm()}>
            {isBusy ? '正在保存' : '尺寸对，去选视角'}
          </Button>
        </div>
      </div>
    </div>
  );
}

interface ChoiceProps {
  title: string;
  isKnown: boolean;
  children: React.ReactNode;
}

function Choice({ title, isKnown, children }: ChoiceProps) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className="grid gap-8">
      <div className="row gap-8">
        <h4 id={id} className="text-13 font-medium">
          {title}
        </h4>
        <span className={`text-12 ${isKnown ? 'text-second' : styles.guessed}`}>
          {isKnown ? '文件里写明' : '文件没有写明，请核对'}
        </span>
      </div>
      {children}
    </div>
  );
}

import { BareButton } from '../../../ui/button';
import { chipLook } from '../../../ui/chip';
import { CheckIcon, ChevronDownIcon } from '../../../ui/icons';
import { Popover } from '../../../ui/popover';
import styles from './composer.css';
import { type ModelChoice, priceWords } from './use-model';

/** Which model answers, what it can do and what it costs. */
export function ModelButton({ choice }: { choice: ModelChoice }) {
  const { models, model, chooseModel } = choice;
  if (!model) return null;
  return (
    <Popover
      isAbove
      label={`模型：${model.title}`}
      triggerClassName={chipLook()}
      panelClassName={`p-4 ${styles.models}`}
      trigger={
        <>
          {model.title}
          <ChevronDownIcon size={14} />
        </>
      }
    >
      {(close) => (
        <ul aria-label="选择模型">
          {models.map((one) => (
            <li key={one.id}>
              <BareButton
                className={`row justify-between gap-8 w-full p-8-12 rounded-input text-left ${styles.model}`}
                aria-pressed={one.id === model.id}
                onClick={() => {
                  chooseModel(one.id);
                  close();
                }}
              >
                <span>
                  <strong>{one.title}</strong>
                  <small>{one.note}</small>
                  <small>{priceWords(one)}</small>
                </span>
                {one.id === model.id && <CheckIcon size={16} />}
              </BareButton>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  );
}

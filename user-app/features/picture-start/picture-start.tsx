import { useState } from 'react';
import { buildingAccept } from '#shared/domain/building-formats';
import { type PictureKind, pictureKindLabels, pictureKinds } from '#shared/domain/picture-kind';
import { uploadAccept } from '#shared/domain/upload-formats';
import { toolGroupLabels } from '#shared/tools/groups';
import { inspectFile } from '../../data/image';
import { useToolPrices } from '../../data/tool-prices';
import { Link } from '../../lib/router';
import { groupCards } from '../../lib/tool-card';
import { useToolCards } from '../../lib/use-tool-cards';
import { Button } from '../../ui/button';
import { FileWell } from '../../ui/file-well';
import { ToolIcon } from '../../ui/icons/tool-icon';
import { Segments } from '../../ui/segments';
import { useFilesOnPage } from '../../ui/use-drop-target';
import { bringBuilding, isBuildingFile } from '../building/door';
import { bringPicture, handOver, useBroughtPicture } from '../tool-workbench/door';
import { guessKindOfFile } from './picture-guess';
import styles from './picture-start.css';

const kinds = pictureKinds.map((kind) => [kind, pictureKindLabels[kind]] as const);

/**
 * The first act of the home page: a picture is dropped, pasted or chosen, and the tools that can do something with it
 * answer. Nothing is sent before a tool is chosen.
 */
export function PictureStart() {
  const brought = useBroughtPicture();
  const [refusal, setRefusal] = useState('');

  const take = async ([file]: readonly File[]) => {
    if (!file) return;
    if (isBuildingFile(file)) {
      setRefusal('');
      bringBuilding(file);
      return;
    }
    const { refusal: problem, isDrawable } = await inspectFile(file);
    setRefusal(problem ?? '');
    if (problem) return;
    const preview = isDrawable ? URL.createObjectURL(file) : undefined;
    bringPicture({ file, preview, kind: await guessKindOfFile(file) });
  };
  useFilesOnPage((files) => {
    void take(files);
    return true;
  });

  return (
    <section className={styles.start} aria-label="从一张图开始" data-guide="start">
      {brought ? (
        <Fitting key={brought.file.name} />
      ) : (
        <FileWell
          size="large"
          words="拖入一张图，看看可以做什么"
          hint="照片、线稿、PDF，或 IFC、GLB、OBJ 模型；可粘贴或点此选择"
          accept={`${uploadAccept},${buildingAccept}`}
          onFiles={(files) => void take(files)}
        />
      )}
      <p role="alert" className={`text-danger ${styles.refusal}`}>
        {refusal}
      </p>
    </section>
  );
}

/** The picture, what it is, and the tools that fit. */
function Fitting() {
  const brought = useBroughtPicture();
  const cards = useToolCards();
  const priceOf = useToolPrices();
  const [chosen, setChosen] = useState<PictureKind>();
  if (!brought) return null;
  const kind = chosen ?? brought.kind ?? 'photo';
  const groups = groupCards(cards.filter(({ startsFrom }) => startsFrom.includes(kind)));
  return (
    <div className={`grid gap-24 p-16 border rounded-card bg-surface ${styles.fitting}`}>
      <div className={`grid content-start gap-12 ${styles.picture}`}>
        {brought.preview ? (
          <img src={brought.preview} alt="放进来的图片" />
        ) : (
          <p className={`grid w-full p-16 rounded-input bg-sunken text-second ${styles.unseen}`}>{brought.file.name}</p>
        )}
        <Button size="small" onClick={() => bringPicture(undefined)}>
          换一张
        </Button>
      </div>
      <div className={styles.tools}>
        <div className={`row flex-wrap justify-between gap-12 mb-12 ${styles.kind}`}>
          <h2>这张图可以做什么</h2>
          <Segments label="这张图是" options={kinds} value={kind} onChange={setChosen} />
        </div>
        {groups.map(({ group, cards: members }) => (
          <section key={group} aria-label={toolGroupLabels[group]} className={`grid p-8-0 border-t ${styles.group}`}>
            <h3>{toolGroupLabels[group]}</h3>
            <ul>
              {members.map((card) => (
                <li key={card.id}>
                  <Link to={card.path} onClick={handOver} title={card.summary}>
                    <ToolIcon toolId={card.id} size={18} />
                    <span>{card.title}</span>
                    <small className="tabular">{priceOf(card)}</small>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}

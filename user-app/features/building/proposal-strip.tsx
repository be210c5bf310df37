import type { BuildingCamera, BuildingSun } from '#shared/domain/building-view';
import { BareButton, Button } from '../../ui/button';
import styles from './building.css';
import { useSketch } from './use-sketch';
import type { Proposals } from './use-view-draft';

interface ProposalStripProps {
  modelId: string;
  views: Proposals;
  sun: BuildingSun;
  chosen: number;
  onChoose: (place: number, camera: BuildingCamera) => void;
}

/** The proposed views as small sketches in white, drawn one after another. */
export function ProposalStrip({ modelId, views, sun, chosen, onChoose }: ProposalStripProps) {
  if (views.length === 0) return null;
  return (
    <ul className={styles.strip} aria-label="建议的视角">
      {views.map(({ title, camera }, place) => (
        <Proposal
          key={`${title} ${camera.x} ${camera.z}`}
          modelId={modelId}
          title={title}
          camera={camera}
          sun={sun}
          rank={1 + place}
          isChosen={place === chosen}
          onChoose={() => onChoose(place, camera)}
        />
      ))}
    </ul>
  );
}

interface ProposalProps {
  modelId: string;
  title: string;
  camera: BuildingCamera;
  sun: BuildingSun;
  rank: number;
  isChosen: boolean;
  onChoose: () => void;
}

function Proposal({ modelId, title, camera, sun, rank, isChosen, onChoose }: ProposalProps) {
  const view = { camera, sun, look: 'clay' } as const;
  const { src, problem, retry } = useSketch({ modelId, view, ratio: '3:2', side: 320, rank });
  return (
    <li>
      <BareButton className={styles.proposal} aria-pressed={isChosen} onClick={onChoose}>
        <span className={styles.proposalSheet}>{src && <img src={src} alt="" />}</span>
        <span className="truncate">{title}</span>
      </BareButton>
      {problem && (
        <Button look="text" title={problem} aria-label={`重画：${title}`} className={styles.redraw} onClick={retry}>
          重画
        </Button>
      )}
    </li>
  );
}

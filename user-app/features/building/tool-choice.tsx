import { imageUrl } from '../../data/image';
import { Link } from '../../lib/router';
import { useToolCards } from '../../lib/use-tool-cards';
import { Button } from '../../ui/button';
import { ToolIcon } from '../../ui/icons/tool-icon';
import styles from './building.css';

/** A view that was taken where no field waits for it, and the tools that draw the model itself. */
export function ToolChoice({ imageId, onBack }: { imageId: string; onBack: () => void }) {
  const cards = useToolCards().filter(({ takesBuilding }) => takesBuilding);
  return (
    <div className={styles.toolChoice}>
      <img src={imageUrl(imageId, 720)} alt="取好的模型视角" />
      <nav aria-label="用这个视角的工具" className="grid content-start gap-8">
        <p>视角已经存成图片。选一个工具接着做：</p>
        {cards.map(({ id, path, title, summary }) => (
          <Link key={id} to={`${path}?base=${encodeURIComponent(imageId)}`} className={styles.toolLink}>
            <ToolIcon toolId={id} size={18} />
            <span>
              {title}
              <small>{summary}</small>
            </span>
          </Link>
        ))}
        <div>
          <Button look="text" onClick={onBack}>
            再选一个视角
          </Button>
        </div>
      </nav>
    </div>
  );
}

import { Button } from '@/ui/button';
import styles from './former-params-bar.css';

/** Parameters that are named. */
const mostNamed = 3;

/** Says in what the result that is looked at differs from the form, and takes its parameters over. */
export function FormerParamsBar({ differences, onTake }: { differences: readonly string[]; onTake: () => void }) {
  if (differences.length === 0) return null;
  const rest = differences.length - mostNamed;
  return (
    <div
      className={`row sticky z-page gap-12 border-t bg-sunken ${styles.bar}`}
      role="group"
      aria-label="所选结果的参数"
    >
      <p title={differences.join('、')}>
        与所选结果的参数不同：{differences.slice(0, mostNamed).join('、')}
        {rest > 0 && ` 等 ${differences.length} 项`}
      </p>
      <Button size="small" onClick={onTake}>
        恢复它的参数
      </Button>
    </div>
  );
}

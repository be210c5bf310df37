import { layers, spaces, textSizes } from '#shared/design/tokens';
import * as icons from '../../ui/icons';
import { Logo } from '../../ui/logo';
import { Part } from './part';
import styles from './ui-parts.css';

const colours = ['page', 'surface', 'sunken', 'ink', 'ink-second', 'rule', 'accent', 'success', 'warning', 'danger'];

/** Elements of all parts: icons in their one frame, sizes, gaps, layers, colours. */
export function Marks() {
  return (
    <>
      <Part name="Icon">
        {Object.entries(icons).map(([name, Icon]) => (
          <span key={name} title={name}>
            <Icon size={20} />
          </span>
        ))}
        <Logo />
      </Part>
      <Part name="Type">
        {textSizes.map((size) => (
          <span key={size} style={{ fontSize: `var(--text-${size})`, lineHeight: 1.4 }}>
            {size} 筑绘
          </span>
        ))}
      </Part>
      <Part name="Space">
        {spaces.map((space) => (
          <span key={space} className={`inline-flex items-center gap-4 text-12 ${styles.space}`}>
            <i style={{ width: `var(--space-${space})` }} />
            {space}
          </span>
        ))}
      </Part>
      <Part name="Layer">{Object.keys(layers).join(' · ')}</Part>
      <Part name="Colour">
        {colours.map((name) => (
          <span key={name} className={`inline-flex items-center gap-4 text-12 ${styles.colour}`}>
            <i style={{ background: `var(--${name})` }} />
            {name}
          </span>
        ))}
      </Part>
    </>
  );
}

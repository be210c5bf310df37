import { Link } from 'react-router';
import { useDrawer } from './use-drawer.ts';

interface Props {
  /** Path of the list. */
  list: `/${string}`;
  id: string;
  text: string;
  className?: string;
}

/** What a row is called, leading to its drawer. */
export function RowLink({ list, id, text, className = 'clip wide-clip' }: Props) {
  const { linkTo } = useDrawer(list);
  return (
    <Link className={className} to={linkTo(id)} title={text}>
      {text}
    </Link>
  );
}

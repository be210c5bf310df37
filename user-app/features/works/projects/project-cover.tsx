import type { Project } from '#shared/contract/project';
import { imageUrl } from '../../../lib/image-url';
import { FolderIcon } from '../icons';
import styles from './projects-panel.css';

/** Small cover of a project; a drawn folder while it has no picture. */
export function ProjectCover({ project }: { project: Project }) {
  return (
    <span
      className={`grid flex-none place-items-center overflow-hidden border rounded-input bg-sunken text-second ${styles.cover}`}
    >
      {project.cover ? (
        <img
          key={project.cover.imageId}
          src={imageUrl(project.cover.url, { w: 96, h: 72, fit: 'cover' })}
          alt=""
          width={36}
          height={27}
          loading="lazy"
          decoding="async"
        />
      ) : (
        <FolderIcon size={16} />
      )}
    </span>
  );
}

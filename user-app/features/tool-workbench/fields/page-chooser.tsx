import { pdfOf, uploadedImage } from '@/data/image';
import { BareButton } from '../../../ui/button';
import type { Upload } from '../use-intake';
import styles from './pictures.css';

/** The pages of the PDF a picture was made of; choosing one uploads it again with that page. */
export function PageChooser({
  imageId,
  isDisabled,
  onChoose,
}: {
  imageId: string;
  isDisabled: boolean;
  onChoose: (file: File, page: number) => void;
}) {
  const pdf = pdfOf(imageId);
  const { page, pages = 0 } = uploadedImage(imageId)?.origin ?? {};
  if (!pdf || pages < 2) return null;
  return (
    <Pages
      legend={`PDF 共 ${pages} 页，选一页`}
      count={pages}
      previews={pdf.previews}
      isChosen={(number) => number === page}
      isLocked={() => isDisabled}
      onPress={(number) => onChoose(pdf.file, number)}
    />
  );
}

interface PagesOfDocumentsProps {
  pictures: readonly string[];
  uploads: readonly Upload[];
  isDisabled: boolean;
  hasRoom: boolean;
  onAdd: (file: File, page: number) => void;
  onRemove: (imageId: string) => void;
}

/** The pages of every PDF among several pictures: each page that is chosen is a picture. */
export function PagesOfDocuments(props: PagesOfDocumentsProps) {
  const { pictures, uploads, isDisabled, hasRoom, onAdd, onRemove } = props;
  const documents = new Map<File, Map<number, string>>();
  for (const imageId of pictures) {
    const { page = 1, pages = 0 } = uploadedImage(imageId)?.origin ?? {};
    const file = pdfOf(imageId)?.file;
    if (!file || pages < 2) continue;
    documents.set(file, (documents.get(file) ?? new Map()).set(page, imageId));
  }
  return [...documents].map(([file, chosen]) => {
    const [first = ''] = chosen.values();
    const count = uploadedImage(first)?.origin?.pages ?? 0;
    const isComing = (page: number) => uploads.some((upload) => upload.file === file && upload.page === page);
    return (
      <Pages
        key={first}
        legend={`${file.name} 共 ${count} 页，可选多页`}
        count={count}
        previews={pdfOf(first)?.previews ?? []}
        isChosen={(page) => chosen.has(page) || isComing(page)}
        isLocked={(page) =>
          isDisabled || isComing(page) || (chosen.has(page) ? chosen.size === 1 && uploads.length === 0 : !hasRoom)
        }
        onPress={(page) => {
          const imageId = chosen.get(page);
          if (imageId) onRemove(imageId);
          else onAdd(file, page);
        }}
      />
    );
  });
}

interface PagesProps {
  legend: string;
  count: number;
  /** Small pictures of the first pages. */
  previews: readonly string[];
  isChosen: (page: number) => boolean;
  isLocked: (page: number) => boolean;
  onPress: (page: number) => void;
}

function Pages({ legend, count, previews, isChosen, isLocked, onPress }: PagesProps) {
  return (
    <fieldset className={styles.pages}>
      <legend>{legend}</legend>
      {Array.from({ length: count }, (_, place) => place + 1).map((number) => (
        <BareButton
          key={number}
          aria-pressed={isChosen(number)}
          aria-label={`第 ${number} 页`}
          disabled={isLocked(number)}
          onClick={() => onPress(number)}
        >
          {previews[number - 1] && <img src={previews[number - 1]} alt="" />}
          <span>{number}</span>
        </BareButton>
      ))}
    </fieldset>
  );
}

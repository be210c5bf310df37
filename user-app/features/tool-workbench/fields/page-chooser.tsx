import type { PdfDocument } from '@/lib/tool-sessions';
import { BareButton } from '../../../ui/button';
import { documentsOf } from '../pdf-documents';
import type { Upload } from '../use-intake';
import styles from './pictures.css';

/** The pages of the PDF a picture was made of; choosing one uploads it again with that page. */
export function PageChooser({
  imageId,
  documents,
  isDisabled,
  onChoose,
}: {
  imageId: string;
  documents: readonly PdfDocument[];
  isDisabled: boolean;
  onChoose: (file: File, page: number) => void;
}) {
  const [document] = documentsOf(documents, [imageId]);
  if (!document) return null;
  return (
    <Pages
      legend={`PDF 共 ${document.pages} 页，选一页`}
      document={document}
      isChosen={(page) => page === document.pageOf[imageId]}
      isLocked={() => isDisabled}
      onPress={(page) => onChoose(document.file, page)}
    />
  );
}

interface PagesOfDocumentsProps {
  pictures: readonly string[];
  uploads: readonly Upload[];
  documents: readonly PdfDocument[];
  isDisabled: boolean;
  hasRoom: boolean;
  onAdd: (file: File, page: number) => void;
  onRemove: (imageId: string) => void;
}

/** The pages of every PDF among several pictures: each page that is chosen is a picture. */
export function PagesOfDocuments(props: PagesOfDocumentsProps) {
  const { pictures, uploads, documents, isDisabled, hasRoom, onAdd, onRemove } = props;
  return documentsOf(documents, pictures).map((document) => {
    const { file, pages, pageOf } = document;
    const chosen = new Map(pictures.flatMap((imageId) => (imageId in pageOf ? [[pageOf[imageId], imageId]] : [])));
    const isComing = (page: number) => uploads.some((upload) => upload.file === file && upload.page === page);
    return (
      <Pages
        key={pictures.find((imageId) => imageId in pageOf)}
        legend={`${file.name} 共 ${pages} 页，可选多页`}
        document={document}
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
  document: PdfDocument;
  isChosen: (page: number) => boolean;
  isLocked: (page: number) => boolean;
  onPress: (page: number) => void;
}

function Pages({ legend, document: { pages, previews }, isChosen, isLocked, onPress }: PagesProps) {
  return (
    <fieldset className={`flex col-span-full gap-8 min-w-0 overflow-x-auto border-0 ${styles.pages}`}>
      <legend>{legend}</legend>
      {Array.from({ length: pages }, (_, place) => place + 1).map((number) => (
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

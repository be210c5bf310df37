import { pdfOf, uploadedImage } from '@/data/image';
import { BareButton } from '../../../ui/button';
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
    <fieldset className={styles.pages}>
      <legend>PDF 共 {pages} 页，选一页</legend>
      {Array.from({ length: pages }, (_, place) => place + 1).map((number) => (
        <BareButton
          key={number}
          aria-pressed={number === page}
          aria-label={`第 ${number} 页`}
          disabled={isDisabled}
          onClick={() => onChoose(pdf.file, number)}
        >
          {pdf.previews[number - 1] && <img src={pdf.previews[number - 1]} alt="" />}
          <span>{number}</span>
        </BareButton>
      ))}
    </fieldset>
  );
}

import type { FieldEditorProps } from './field-editor';
import styles from './fields.css';

/** Says where the region will be drawn, as long as no mask editor is composed in. */
export function MaskNote({ field, values }: FieldEditorProps) {
  const hasPicture = Boolean(values[field.maskOf ?? 'upload_img']);
  return (
    <p className={styles.note}>
      {hasPicture ? '当前版本还不能在图上涂抹选区。' : '上传图片后在图上涂抹要修改的区域。'}
      {field.isRequired ? '这一项是必填的。' : '这一项可以不填。'}
    </p>
  );
}

export function PointsNote({ field }: FieldEditorProps) {
  return <p className={styles.note}>当前版本还不能在图上取点，{field.label}按自动处理。</p>;
}

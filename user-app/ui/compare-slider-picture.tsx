import { type CSSProperties, useState } from 'react';

interface ComparedImageProps {
  className: string | undefined;
  src: string;
  alt: string;
  /** A small version, shown until the picture itself is here. */
  preview?: string | undefined;
  style?: CSSProperties;
  onReady?: () => void;
  onFailure?: () => void;
}

/** A picture that fills its box without being cropped, over a small version of itself while it loads. */
export function ComparedImage({ className, src, alt, preview, style, onReady, onFailure }: ComparedImageProps) {
  const [readySrc, setReadySrc] = useState<string>();
  const isReady = readySrc !== undefined;
  return (
    <img
      className={className}
      src={src}
      alt={alt}
      draggable={false}
      aria-busy={!isReady}
      style={{
        ...style,
        ...(preview && !isReady ? { background: `url("${preview}") center / contain no-repeat` } : {}),
      }}
      onLoad={() => {
        setReadySrc(src);
        onReady?.();
      }}
      onError={onFailure}
    />
  );
}

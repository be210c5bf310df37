import { useEffect, useRef } from 'react';

/** Milliseconds that a press is held until it is a long one. */
const longPressMs = 450;

/** Handles a press and a long press. @returns the handlers of the button */
export function useLongPress(onPress: () => void, onLongPress: () => void) {
  const timer = useRef<number>();
  const isLong = useRef(false);
  const letGo = () => window.clearTimeout(timer.current);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return {
    onPointerDown: () => {
      isLong.current = false;
      letGo();
      timer.current = window.setTimeout(() => {
        isLong.current = true;
        onLongPress();
      }, longPressMs);
    },
    onPointerUp: letGo,
    onPointerLeave: letGo,
    onPointerCancel: letGo,
    onClick: () => {
      if (isLong.current) isLong.current = false;
      else onPress();
    },
  };
}

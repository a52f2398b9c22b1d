import { startTransition, useCallback, useOptimistic } from "react";

/**
 * The state of a control and its press handler: it shows the choice at once, while what the choice means for the
 * page is worked out behind it. A page that does not take the choice gets the old one shown again.
 */
export function usePressed<Value>(
  value: Value,
  onChange: (next: Value) => void,
): readonly [Value, (next: Value) => void] {
  const [shown, show] = useOptimistic(value);
  const press = useCallback(
    (next: Value) => {
      startTransition(() => {
        show(next);
        onChange(next);
      });
    },
    [show, onChange],
  );
  return [shown, press];
}

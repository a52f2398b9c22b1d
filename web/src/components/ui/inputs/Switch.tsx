import { Switch as Primitive } from "radix-ui";
import type { ReactNode } from "react";

type SwitchProps = {
  id: string;
  label: string;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
};

export function Switch({ id, label, hint, checked, onChange, disabled }: SwitchProps) {
  return (
    <div className="flex items-start gap-3">
      <Primitive.Root
        id={id}
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="relative mt-px h-[18px] w-[30px] flex-none rounded-full bg-control-line transition-colors duration-(--duration-fast) before:absolute before:-inset-2 pointer-coarse:before:-inset-3.5 disabled:cursor-not-allowed disabled:opacity-60 data-[state=checked]:bg-ink"
      >
        <Primitive.Thumb className="block size-3.5 ms-0.5 rounded-full bg-surface transition-[margin] duration-(--duration-fast) data-[state=checked]:ms-3.5 data-[state=checked]:bg-on-ink" />
      </Primitive.Root>
      <div>
        <label htmlFor={id} className="block cursor-pointer font-medium">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-sm text-text-2">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}

import type { ReactNode } from "react";
import { Icon, type IconName } from "../ui/marks/Icon";

type NoticeProps = { icon: IconName; children: ReactNode; action?: ReactNode };

/** A sentence that concerns the whole window, and what can be done about it. */
export function Notice({ icon, children, action }: NoticeProps) {
  return (
    <div className="flex items-center gap-2.5 rounded-md border border-line-strong bg-raised py-2 ps-3 pe-2 shadow-raised">
      <span className="text-text-2">
        <Icon name={icon} />
      </span>
      <p className="min-w-0 flex-1">{children}</p>
      {action}
    </div>
  );
}

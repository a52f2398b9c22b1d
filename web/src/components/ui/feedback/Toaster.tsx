import { Toast as Primitive } from "radix-ui";
import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useDirection } from "@/lib/browser/direction";
import { useTopModal } from "@/lib/modalStack";
import { dismissToast, type ShownToast, type ToastVariant, useToasts } from "@/lib/toasts";
import { Icon, type IconName } from "../marks/Icon";
import { returnFocus } from "../overlays/returnFocus";

const looks: Record<ToastVariant, { edge: string; icon: IconName; tone: string; word: string }> = {
  primary: { edge: "border-s-accent", icon: "arrow", tone: "text-accent", word: "Notice" },
  success: { edge: "border-s-pos-mark", icon: "check", tone: "text-pos", word: "Success" },
  warning: { edge: "border-s-warn-mark", icon: "warning", tone: "text-warn", word: "Warning" },
  danger: { edge: "border-s-neg-mark", icon: "warning", tone: "text-neg", word: "Error" },
};

function ToastCard({ toast }: { toast: ShownToast }) {
  const look = looks[toast.variant];
  return (
    <Primitive.Root
      open={toast.open}
      duration={toast.duration}
      onOpenChange={(open) => !open && dismissToast(toast.id)}
      // Only what went wrong interrupts a screen reader.
      type={toast.variant === "danger" ? "foreground" : "background"}
      data-variant={toast.variant}
      data-toast={toast.id}
      data-floating=""
      className={`flex items-start gap-2.5 rounded-md border border-line-strong border-s-[3px] bg-raised py-2.5 ps-3 pe-2 shadow-raised data-[state=closed]:animate-toast-out data-[state=open]:animate-toast-in ${look.edge}`}
    >
      <span className={`mt-0.5 ${look.tone}`}>
        <Icon name={look.icon} />
      </span>
      <Primitive.Title className="min-w-0 flex-1 font-medium [overflow-wrap:anywhere]">
        <span className="sr-only">{look.word}: </span>
        <bdi>{toast.message}</bdi>
      </Primitive.Title>
      {toast.dismissible && (
        <Primitive.Close
          aria-label="Dismiss"
          // A press leaves the focus where it is: within the toasts it would stop the time of all.
          onMouseDown={(event) => event.preventDefault()}
          className="target -my-0.5 grid size-6 flex-none place-items-center rounded-sm text-text-2 hover:bg-surface-3 hover:text-text"
        >
          <Icon name="close" size={14} />
        </Primitive.Close>
      )}
    </Primitive.Root>
  );
}

/** Shows the toasts; hovering or focusing one pauses them all. */
function Shown({ toasts }: { toasts: ShownToast[] }) {
  const swipe = useDirection() === "rtl" ? "left" : "right";
  // The place is that of the first toast.
  const [before] = useState(() => document.activeElement);
  const region = useRef<HTMLOListElement>(null);
  const over = toasts.every(({ open }) => !open);
  useEffect(() => {
    if (over && region.current?.contains(document.activeElement)) returnFocus(before);
  });
  return (
    <Primitive.Provider label="Notification" swipeDirection={swipe}>
      {toasts.map((toast) => (
        <ToastCard key={`${toast.id} ${toast.revision}`} toast={toast} />
      ))}
      <Primitive.Viewport
        ref={region}
        className="fixed inset-x-4 bottom-[calc(16px+var(--bottom-inset,0px))] z-(--z-toast) flex flex-col gap-2 outline-none sm:start-auto sm:w-[360px]"
      />
    </Primitive.Provider>
  );
}

/** Announces toasts inside of a modal dialog: the region in which they are announced otherwise is inert. */
function Announcement({ toasts }: { toasts: ShownToast[] }) {
  const shown = toasts.filter(({ open }) => open);
  return (
    <div role="alert" className="sr-only">
      {shown.map(({ variant, message }) => `${looks[variant].word}: ${message}`).join(" ")}
    </div>
  );
}

/** The toasts as long as there are some: a pause does not outlive the last of them. */
export function Toaster() {
  const toasts = useToasts();
  const modal = useTopModal();
  if (toasts.length === 0) return null;
  if (!modal) return <Shown toasts={toasts} />;
  return createPortal(
    <>
      <Shown toasts={toasts} />
      <Announcement toasts={toasts} />
    </>,
    modal,
  );
}

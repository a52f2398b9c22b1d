import { createStore } from "./createStore";

export type ToastVariant = "primary" | "success" | "warning" | "danger";

export type Toast = {
  message: string;
  variant?: ToastVariant;
  dismissible?: boolean;
  /** Milliseconds until it goes by itself. */
  duration?: number;
  /** A toast with the id of a shown one takes its place. */
  id?: string;
};

export type ShownToast = Required<Toast> & { open: boolean; revision: number };

const toastFadeMs = 500;

/** More would leave a small window at its top, unread. */
const mostAtOnce = 5;

const store = createStore<ShownToast[]>([]);
let revisions = 0;

export function showToast(toast: Toast): string {
  revisions += 1;
  const id = toast.id ?? `toast-${revisions}`;
  const shown: ShownToast = {
    message: toast.message,
    variant: toast.variant ?? "primary",
    dismissible: toast.dismissible ?? true,
    duration: toast.duration ?? 5000,
    id,
    open: true,
    revision: revisions,
  };
  const toasts = store.get();
  const known = toasts.some((entry) => entry.id === id);
  store.set(known ? toasts.map((entry) => (entry.id === id ? shown : entry)) : [...toasts, shown]);
  const open = store.get().filter((entry) => entry.open);
  for (const { id: oldest } of open.slice(0, -mostAtOnce)) dismissToast(oldest);
  return id;
}

export function dismissToast(id: string): void {
  const toasts = store.get();
  const entry = toasts.find((toast) => toast.id === id);
  if (!entry?.open) return;
  store.set(toasts.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)));
  setTimeout(() => {
    store.set(store.get().filter((toast) => toast.revision !== entry.revision));
  }, toastFadeMs);
}

export function clearToasts(): void {
  store.set([]);
}

export const useToasts = store.useValue;

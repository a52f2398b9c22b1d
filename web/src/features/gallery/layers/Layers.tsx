import { useState } from "react";
import { Button } from "@/components/ui/buttons/Button";
import { IconButton } from "@/components/ui/buttons/IconButton";
import { Dialog } from "@/components/ui/overlays/Dialog";
import { Drawer } from "@/components/ui/overlays/Drawer";
import { Menu } from "@/components/ui/overlays/Menu";
import { Popover } from "@/components/ui/overlays/Popover";
import { showToast, type Toast, type ToastVariant } from "@/lib/toasts";
import { Specimen, Specimens } from "../Specimen";

const variants: ReadonlyArray<ToastVariant> = ["primary", "success", "warning", "danger"];

const toasts: ReadonlyArray<Toast & { word: string }> = [
  ...variants.map((variant) => ({
    word: variant,
    variant,
    message: `This toast is ${variant}.`,
  })),
  {
    word: "long",
    message:
      "The list of 1,840,270,000,000 transfers of Harbour Treasury (sample) was written, and its link works for seven days.",
  },
  { word: "right to left", message: "تم حفظ التغييرات في صندوق الميناء (sample)" },
  { word: "not dismissible", message: "This toast disappears automatically.", dismissible: false },
];

/** The layers over a page, each in its most common state. */
export function Layers() {
  const [shown, setShown] = useState<"drawer" | "dialog" | null>(null);
  const close = () => setShown(null);
  return (
    <Specimens title="Layers" span="half">
      <Specimen label="Menu">
        <Menu
          label="Chart"
          trigger={<IconButton icon="more" label="More" />}
          groups={[
            [
              { label: "Show as a table", icon: "table", shortcut: "T", onSelect: close },
              { label: "Download CSV", icon: "download", onSelect: close },
              { label: "Download PNG", icon: "image", onSelect: close, disabled: true },
            ],
            [{ label: "Log scale", onSelect: close, checked: true }],
            [{ label: "Remove", icon: "trash", danger: true, onSelect: close }],
          ]}
        />
      </Specimen>
      <Specimen label="Popover">
        <Popover label="Source" trigger={<Button size="small">Source</Button>}>
          <p className="font-semibold">Management fee</p>
          <p className="mt-1 text-sm text-text-2">Reported by the issuer, read by a person.</p>
        </Popover>
      </Specimen>
      <Specimen label="Drawer, a sheet on phones">
        <Button size="small" onClick={() => setShown("drawer")}>
          Explain
        </Button>
        <Drawer
          open={shown === "drawer"}
          onClose={close}
          title="Explain"
          subtitle="Value of HRBR (sample)"
          footer={<Button onClick={close}>Done</Button>}
        >
          <p className="p-5">How the number was obtained.</p>
        </Drawer>
      </Specimen>
      <Specimen label="Dialog">
        <Button size="small" onClick={() => setShown("dialog")}>
          Revoke key
        </Button>
        <Dialog
          open={shown === "dialog"}
          onClose={close}
          title="Revoke key “nightly”?"
          description="Two jobs used it today. They fail from the next request on."
        >
          <div className="flex justify-end gap-2">
            <Button onClick={close}>Keep</Button>
            <Button look="danger" onClick={close}>
              Revoke
            </Button>
          </div>
        </Dialog>
      </Specimen>
      <Specimen label="Toasts">
        <span className="flex flex-wrap gap-2">
          {toasts.map(({ word, ...toast }) => (
            <Button key={word} size="small" onClick={() => showToast(toast)}>
              {word}
            </Button>
          ))}
        </span>
      </Specimen>
    </Specimens>
  );
}

import type { ReactNode } from "react";
import { ErrorState } from "@/components/states/ErrorState";
import { Button } from "@/components/ui/buttons/Button";
import { Loading, Skeleton } from "@/components/ui/feedback/Skeleton";
import { Menu } from "@/components/ui/overlays/Menu";
import type { MenuEntry } from "@/components/ui/overlays/menuEntry";
import { Popover } from "@/components/ui/overlays/Popover";

const onSelect = () => {};

const menus: Record<string, ReadonlyArray<ReadonlyArray<MenuEntry>>> = {
  "Menu, long text": [
    [
      { label: "Consolidated Larch and Rowan Institutional Reserve (sample)", onSelect },
      {
        label: "1,840,270,000,000 transfers as comma-separated values",
        icon: "download",
        onSelect,
      },
    ],
    Array.from({ length: 30 }, (_, at) => ({ label: `Network ${at + 1} (sample)`, onSelect })),
  ],
  "Menu, right to left": [
    [
      { label: "عرض كجدول", icon: "table", shortcut: "T", onSelect },
      { label: "تنزيل CSV", icon: "download", onSelect, disabled: true },
    ],
    [{ label: "صندوق الميناء (sample)", onSelect, checked: true }],
    [{ label: "حذف", icon: "trash", danger: true, onSelect }],
  ],
  "Menu, one chosen": [
    [
      { label: "Light", onSelect, chosen: false },
      { label: "Dark", onSelect, chosen: true },
    ],
  ],
  "Menu, all disabled": [
    [
      { label: "Download CSV", icon: "download", onSelect, disabled: true },
      { label: "Download PNG", icon: "image", onSelect, disabled: true },
    ],
  ],
};

const trigger = (label: string) => <Button size="small">{label}</Button>;

export const menuStates = Object.entries(menus).map(([label, groups]) => (
  <Menu key={label} label={label} trigger={trigger(label)} groups={groups} />
));

const failure = { code: "NETWORK", reason: null, message: "", traceId: null };

const popovers: Record<string, ReactNode> = {
  "Popover, loading": (
    <Loading label="Loading the source">
      <div className="flex flex-col gap-2">
        <Skeleton className="h-4 w-1/2 rounded-sm" />
        <Skeleton className="h-3 w-4/5 rounded-sm" />
      </div>
    </Loading>
  ),
  "Popover, failed": <ErrorState what="The source" failure={failure} onRetry={() => {}} />,
  "Popover, empty": <p className="text-text-2">No source is available.</p>,
  "Popover, long text": (
    <>
      <p className="font-semibold">
        Management fee of Consolidated Larch and Rowan Institutional Liquidity Reserve (sample)
      </p>
      <p className="mt-1 text-sm text-text-2">
        $18,402,700,000,000.00 was reported by the issuer on the day after, and read by two persons.
      </p>
    </>
  ),
  "Popover, right to left": (
    <div dir="rtl">
      <p className="font-semibold">رسوم الإدارة</p>
      <p className="mt-1 text-sm text-text-2">أبلغ عنها المُصدر (sample) بنسبة 0.15%.</p>
    </div>
  ),
};

export const popoverStates = Object.entries(popovers).map(([label, content]) => (
  <Popover key={label} label={label} trigger={trigger(label)}>
    {content}
  </Popover>
));

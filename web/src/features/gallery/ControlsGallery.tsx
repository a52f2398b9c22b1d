import { useState } from "react";
import { Button } from "@/components/ui/buttons/Button";
import { ButtonLink } from "@/components/ui/buttons/ButtonLink";
import { IconButton } from "@/components/ui/buttons/IconButton";
import { Skeleton } from "@/components/ui/feedback/Skeleton";
import { Checkbox } from "@/components/ui/inputs/Checkbox";
import { SegmentedControl } from "@/components/ui/inputs/SegmentedControl";
import { Switch } from "@/components/ui/inputs/Switch";
import { Icon } from "@/components/ui/marks/Icon";
import { Tabs } from "@/components/ui/tabs/Tabs";
import { Layers } from "./layers/Layers";
import { OpenStates } from "./layers/OpenStates";
import { Specimen, SpecimenGrid, Specimens } from "./Specimen";
import { DayRanges } from "./samples/DayRanges";

function Buttons() {
  return (
    <Specimens title="Buttons" span="half">
      <Specimen label="Plain">
        <Button>Export</Button>
      </Specimen>
      <Specimen label="Primary">
        <Button look="primary">Save view</Button>
      </Specimen>
      <Specimen label="Danger">
        <Button look="danger">Revoke key</Button>
      </Specimen>
      <Specimen label="Ghost">
        <Button look="ghost">Reset</Button>
      </Specimen>
      <Specimen label="A link">
        <ButtonLink href="/">To the overview</ButtonLink>
      </Specimen>
      <Specimen label="Disabled">
        <span className="flex gap-2">
          <Button disabled>Export</Button>
          <Button look="primary" disabled>
            Save view
          </Button>
        </span>
      </Specimen>
      <Specimen label="Loading">
        <span className="flex gap-2">
          <Button loading>Export</Button>
          <Button look="primary" loading>
            Save view
          </Button>
        </span>
      </Specimen>
      <Specimen label="Small, with an icon">
        <Button size="small">
          <Icon name="columns" size={14} /> Columns
        </Button>
      </Specimen>
      <Specimen label="Large" width={240}>
        <Button look="primary" size="large">
          Let's get started
        </Button>
      </Specimen>
      <Specimen label="Long text" width={240}>
        <Button className="max-w-full">
          <span className="truncate">Export the whole list as comma-separated values</span>
        </Button>
      </Specimen>
      <Specimen label="Right to left">
        <span dir="rtl">
          <Button>
            <Icon name="download" size={14} /> تصدير القائمة
          </Button>
        </span>
      </Specimen>
      <Specimen label="Icons">
        <span className="flex gap-1">
          <IconButton icon="refresh" label="Refresh" />
          <IconButton icon="info" label="Details" aria-pressed />
          <IconButton icon="trash" label="Delete" disabled />
          <IconButton icon="copy" label="Copy" size="small" />
        </span>
      </Specimen>
    </Specimens>
  );
}

function Choices() {
  const [style, setStyle] = useState("stacked");
  const [tab, setTab] = useState("holders");
  const [on, setOn] = useState(true);
  return (
    <Specimens title="Choices" span="half">
      <Specimen label="Segments">
        <SegmentedControl
          label="Style"
          value={style}
          onChange={setStyle}
          segments={[
            { value: "stacked", label: "Stacked" },
            { value: "lines", label: "Lines" },
            { value: "share", label: "Share" },
            { value: "log", label: "Log", unavailable: "Only for lines" },
          ]}
        />
      </Specimen>
      <Specimen label="Checkboxes">
        <span className="flex flex-wrap gap-4">
          <Checkbox label="On" checked={on} onChange={setOn} />
          <Checkbox label="Partly" checked={false} partly onChange={() => {}} />
          <Checkbox label="Off" checked={!on} onChange={(off) => setOn(!off)} />
          <Checkbox label="Disabled" checked disabled onChange={() => {}} />
        </span>
      </Specimen>
      <Specimen label="Switches">
        <span className="flex flex-wrap gap-6">
          <Switch id="gallery-on" label="Mails" hint="Once a month" checked={on} onChange={setOn} />
          <Switch id="gallery-off" label="Closed" checked={false} disabled onChange={() => {}} />
        </span>
      </Specimen>
      <Specimen label="Tabs with counts" width="full">
        <Tabs
          label="Details"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: "holders", label: "Holders", count: 1112 },
            { value: "tokens", label: "Tokens", count: 9 },
            { value: "reserves", label: "Reserves", disabled: true },
          ]}
        >
          <p className="pt-2 text-text-2">The panel of {tab}.</p>
        </Tabs>
      </Specimen>
      <Specimen label="Overflowing tabs, huge counts" width={300}>
        <Tabs
          label="Details in little room"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: "holders", label: "Holders", count: 1_418_204 },
            { value: "tokens", label: "صناديق الميناء", count: 271_800_000 },
            { value: "long", label: "Jurisdictions of the issuers" },
          ]}
        >
          <p className="pt-2 text-text-2">The panel of {tab}.</p>
        </Tabs>
      </Specimen>
    </Specimens>
  );
}

function Loading() {
  return (
    <Specimens title="Loading" span="half">
      <Specimen label="Skeleton">
        <div className="flex w-40 flex-col gap-2">
          <Skeleton className="h-3 w-3/4 rounded-sm" />
          <Skeleton className="h-6 w-full rounded-sm" />
          <Skeleton className="h-3 w-1/2 rounded-sm" />
        </div>
      </Specimen>
    </Specimens>
  );
}

/** Buttons, choices, layers and progress. */
export function ControlsGallery() {
  return (
    <SpecimenGrid>
      <Buttons />
      <Choices />
      <DayRanges />
      <Layers />
      <OpenStates />
      <Loading />
    </SpecimenGrid>
  );
}

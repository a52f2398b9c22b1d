import { useState } from "react";
import { TextArea } from "@/components/ui/inputs/TextArea";
import { TextField } from "@/components/ui/inputs/TextField";
import { Combobox } from "@/components/ui/selects/Combobox";
import { MultiSelect } from "@/components/ui/selects/MultiSelect";
import { matchOptions, type Option, toOptions } from "@/components/ui/selects/options";
import { Select } from "@/components/ui/selects/Select";
import type { OptionLoader } from "@/components/ui/selects/useOptions";
import { SpecimenGrid, Specimens } from "./Specimen";

const regions = toOptions([
  "Africa",
  "Asia",
  "Europe",
  "North America",
  "Latin America",
  "Middle East",
  "Oceania",
]);
const issuers = toOptions(
  ["Harbour", "Quay", "Tide", "Lantern", "Fjord", "Beacon", "Mole", "Pier", "Spar", "Dock"].map(
    (name) => `${name} Capital (sample)`,
  ),
);
const longest = toOptions([
  "A very long option that cannot stand in one line of a narrow field (sample)",
  "خيار مكتوب من اليمين إلى اليسار (sample)",
]);

const findIssuers: OptionLoader<string> = async (search) => matchOptions(issuers, search);
const findNothing: OptionLoader<string> = async () => [];
const findForever: OptionLoader<string> = () => new Promise(() => {});
const fail: OptionLoader<string> = async () => {
  throw new Error("The gallery shows how a failure looks.");
};

function Texts() {
  return (
    <Specimens title="Texts" span="half">
      <div className="grid w-full gap-x-3.5 gap-y-3 sm:grid-cols-2">
        <TextField
          id="gallery-default"
          label="Default"
          required
          placeholder="name@company.example"
        />
        <TextField
          id="gallery-error"
          label="Server message"
          required
          defaultValue="maria@"
          error="That address has no domain. Add the part after @."
        />
        <TextField id="gallery-hint" label="With a hint" hint="As it stands on the filing." />
        <TextField
          id="gallery-disabled"
          label="Disabled"
          disabled
          defaultValue="maria@fund.example"
          hint="Managed by your organization."
        />
        <TextField id="gallery-rtl" label="Right to left" dir="rtl" defaultValue="صندوق الميناء" />
        <div className="sm:col-span-2">
          <TextArea
            id="gallery-area"
            label="Several lines"
            defaultValue={"First line\nSecond line"}
          />
        </div>
      </div>
    </Specimens>
  );
}

function Selects() {
  const [region, setRegion] = useState("Asia");
  const [issuer, setIssuer] = useState("");
  const [several, setSeveral] = useState<string[]>([
    "Harbour Capital (sample)",
    "Quay Capital (sample)",
  ]);
  const [wordy, setWordy] = useState(longest[0]?.value ?? "");
  return (
    <Specimens title="Selectors" span="half">
      <div className="grid w-full gap-x-3.5 gap-y-3 sm:grid-cols-2">
        <Select label="Up to 8 options" options={regions} value={region} onChange={setRegion} />
        <Select label="Above 8: search" options={issuers} value={issuer} onChange={setIssuer} />
        <Select label="Long text" options={longest} value={wordy} onChange={setWordy} />
        <Select
          label="Server message"
          options={regions}
          value=""
          onChange={() => {}}
          error="Choose the region of the issuer."
        />
        <div className="sm:col-span-2">
          <MultiSelect label="Several" options={issuers} values={several} onChange={setSeveral} />
        </div>
        <MultiSelect
          label="Several, disabled"
          options={regions}
          values={["Asia"]}
          onChange={() => {}}
          disabled
        />
        <MultiSelect
          label="Several, server message"
          options={regions}
          values={[]}
          onChange={() => {}}
          error="Choose at least one region."
          required
        />
        <Select
          label="Disabled"
          options={regions}
          value="Asia"
          onChange={() => {}}
          hint="Managed by your organization."
          disabled
        />
        <div className="flex items-end gap-2">
          <Select
            look="toolbar"
            label="Group by"
            options={regions}
            value={region}
            onChange={setRegion}
          />
          <Select
            look="toolbar"
            label="Aggregation level"
            options={regions}
            value="Asia"
            onChange={() => {}}
            disabled
          />
        </div>
      </div>
    </Specimens>
  );
}

function Comboboxes() {
  const [found, setFound] = useState<Option | null>(null);
  return (
    <Specimens title="Comboboxes with server-side search">
      <div className="grid w-full gap-x-3.5 gap-y-3 sm:grid-cols-3">
        <Combobox
          label="Issuer"
          placeholder="Find an issuer"
          value={found}
          onChange={setFound}
          load={findIssuers}
        />
        <Combobox label="Empty" value={null} onChange={() => {}} load={findNothing} />
        <Combobox label="Failing" value={null} onChange={() => {}} load={fail} />
        <Combobox label="On its way" value={null} onChange={() => {}} load={findForever} />
        <Combobox
          label="Chosen, long text"
          value={longest[0] ?? null}
          onChange={() => {}}
          load={findIssuers}
        />
        <Combobox
          label="Rejected by the server"
          value={null}
          onChange={() => {}}
          load={findIssuers}
          error="Choose an issuer of this platform."
          required
        />
        <Combobox
          label="Disabled"
          value={null}
          onChange={() => {}}
          load={findIssuers}
          hint="Choose a platform first."
          disabled
        />
      </div>
    </Specimens>
  );
}

export function FieldsGallery() {
  return (
    <SpecimenGrid>
      <Texts />
      <Selects />
      <Comboboxes />
    </SpecimenGrid>
  );
}

import { CopyButton } from "@/components/ui/buttons/CopyButton";
import { Badge } from "@/components/ui/marks/Badge";
import { Monogram } from "@/components/ui/marks/Monogram";
import { NetworkBadge, NetworkDots } from "@/components/ui/marks/NetworkBadge";
import { Pill } from "@/components/ui/marks/Pill";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { Address } from "@/components/ui/text/Address";
import { CodeBlock } from "@/components/ui/text/CodeBlock";
import { Age, Change, Count, DateText, Money, Percent, Price } from "@/components/ui/text/Figure";
import { networkAddress } from "@/lib/address/addresses";
import { Specimen, SpecimenGrid, Specimens } from "./Specimen";

const now = Date.parse("2026-11-20T09:50:00Z");
const networks = [
  { name: "Tidewater (sample)", colour: "#627eea" },
  { name: "Lantern (sample)", colour: "#9945ff" },
  { name: "Fjord (sample)", colour: "#000000" },
  { name: "Beacon (sample)", colour: "#fdda24" },
  { name: "Mole (sample)", colour: null },
];
const token = "0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984";
const explorer = { name: "Example Explorer", href: "https://explorer.example/address/1" };
const request = `curl -G "$ASSAY/api/v1/assets" \\
  --data-urlencode 'query={"sort":{"field":"value","direction":"desc"},"pagination":{"page":1,"perPage":50}}'`;

function Figures() {
  return (
    <Specimens title="Figures: compact, with the full value as title" span="half">
      <Specimen label="Money">
        <Money value={29_140_000_000} />
      </Specimen>
      <Specimen label="In a column of US$ m">
        <Money value={2_314_908_127.44} column="millions" />
      </Specimen>
      <Specimen label="Hero">
        <Money value={2_314_908_127.44} unit="M" digits={1} />
      </Specimen>
      <Specimen label="Huge">
        <Money value={1_840_270_000_000_000} />
      </Specimen>
      <Specimen label="Tiny">
        <Money value={0.0004} />
      </Specimen>
      <Specimen label="Negative">
        <Money value={-4_102_881} />
      </Specimen>
      <Specimen label="Price">
        <Price value={1.000041} places={6} />
      </Specimen>
      <Specimen label="Count">
        <Count value={1_418_204} />
      </Specimen>
      <Specimen label="Count in full">
        <Count value={71_904} full />
      </Specimen>
      <Specimen label="Share">
        <Percent value={0.546} />
      </Specimen>
      <Specimen label="Yield">
        <Percent value={0.0407} places={2} />
      </Specimen>
      <Specimen label="Change">
        <Change value={0.042} /> <Change value={-0.083} /> <Change value={0} />
      </Specimen>
      <Specimen label="Of a share, of a yield">
        <Change value={-0.009} points="share" /> <Change value={0.0004} points="rate" />
      </Specimen>
      <Specimen label="Not known">
        <Money value={null} reason="Not published by the issuer" />
      </Specimen>
      <Specimen label="Day, moment, age">
        <DateText value="2026-11-19" />
        {" · "}
        <DateText value="2026-11-19T09:36:00Z" time />
        {" · "}
        <Age value="2026-11-20T09:36:00Z" now={now} />
      </Specimen>
      <Specimen label="In right-to-left text" width="full">
        <p dir="rtl">
          القيمة <Money value={29_140_000_000} /> تغيرت <Change value={-0.083} /> خلال 30 يوما
        </p>
      </Specimen>
    </Specimens>
  );
}

function Entities() {
  return (
    <Specimens title="Marks, networks and addresses" span="half">
      <Specimen label="Monograms">
        <span className="flex items-center gap-2">
          {["HRBR", "QUAY", "TIDE", "NGBF", "LAMP", "PIER", "DOCK", "SPAR"].map((ticker) => (
            <Monogram key={ticker} id={ticker} name={ticker} />
          ))}
          <Monogram id="HRBR" name="HRBR" size="large" />
        </span>
      </Specimen>
      <Specimen label="Network">
        <span className="flex flex-wrap gap-x-3.5 gap-y-1">
          {networks.map(({ name, colour }) => (
            <NetworkBadge key={name} name={name} colour={colour} href={networkAddress(name)} />
          ))}
        </span>
      </Specimen>
      <Specimen label="With its explorer">
        <NetworkBadge
          name="Tidewater (sample)"
          colour="#627eea"
          href={networkAddress("tidewater")}
          explorer={explorer}
        />
      </Specimen>
      <Specimen label="Off-Chain">
        <NetworkBadge name="Off-Chain" colour={null} />
      </Specimen>
      <Specimen label="Many networks">
        <NetworkDots networks={networks} />
      </Specimen>
      <Specimen label="Address">
        <Address value={token} explorer={explorer} />
      </Specimen>
      <Specimen label="No explorer">
        <Address value="GyWgeqpy5GueU2YbkE8xqUeVEokCMMCEeUrfbtMw6phr" />
      </Specimen>
      <Specimen label="Mistyped: another checksum">
        <Address value={token.replace("0x1f", "0x1F")} />
      </Specimen>
      <Specimen label="In full, 240 px" width={240}>
        <Address value={token} full />
      </Specimen>
      <Specimen label="Copy">
        <CopyButton text="https://assay.example" what="link" words />
      </Specimen>
    </Specimens>
  );
}

/** Figures, dates, entities and what stands beside them. */
export function FiguresGallery() {
  return (
    <SpecimenGrid>
      <Figures />
      <Entities />
      <Specimens title="Badges, states and tags" span="half">
        <Specimen label="Navigation">
          <Badge kind="NEW" /> <Badge kind="BETA" />
        </Specimen>
        <Specimen label="States">
          <span className="flex flex-wrap gap-1.5">
            <Pill>Active</Pill>
            <Pill tone="positive">Repaid</Pill>
            <Pill tone="warning">Late</Pill>
            <Pill tone="negative">Defaulted</Pill>
            <Pill tone="info">Open</Pill>
          </span>
        </Specimen>
        <Specimen label="Sample">
          <SampleTag />
        </Specimen>
      </Specimens>
      <Specimens title="Code" span="half">
        <Specimen label="Long lines scroll" width="full">
          <CodeBlock code={request} language="curl" label="Request for the assets" />
        </Specimen>
      </Specimens>
    </SpecimenGrid>
  );
}

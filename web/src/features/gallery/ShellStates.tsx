import { ConsentQuestion } from "@/components/ConsentQuestion";
import { FaultCard } from "@/components/states/FaultCard";
import { Notice } from "@/components/states/Notice";
import { Button } from "@/components/ui/buttons/Button";
import { IconButton } from "@/components/ui/buttons/IconButton";
import { DateText } from "@/components/ui/text/Figure";
import { Specimen, Specimens } from "./Specimen";

const nothing = () => {};

function Notices() {
  return (
    <Specimens title="Notices to the whole window">
      <Specimen label="Offline" width={420}>
        <Notice icon="offline">You are offline. The data shown may be out of date.</Notice>
      </Specimen>
      <Specimen label="The server is not responding" width={420}>
        <Notice icon="offline" action={<Button size="small">Try again</Button>}>
          The server is not responding. The data shown may be out of date.
        </Notice>
      </Specimen>
      <Specimen label="Earlier data" width={420}>
        <Notice icon="info">
          Showing data as of <DateText value="2026-11-19T09:36:00Z" time />. Newer data cannot be
          loaded at the moment.
        </Notice>
      </Specimen>
      <Specimen label="New version" width={420}>
        <Notice
          icon="refresh"
          action={
            <>
              <Button size="small" look="primary">
                Reload
              </Button>
              <IconButton icon="close" label="Later" />
            </>
          }
        >
          A new version of this site is available.
        </Notice>
      </Specimen>
      <Specimen label="Long text, huge number" width={420}>
        <Notice icon="info" action={<Button size="small">Try again</Button>}>
          1,840,270,000,000 transfers of Consolidated Larch and Rowan Institutional Liquidity
          Reserve Fund, Class J (sample) are read again.
        </Notice>
      </Specimen>
      <Specimen label="From right to left" width={420}>
        <div dir="rtl">
          <Notice icon="refresh" action={<Button size="small">إعادة التحميل</Button>}>
            توجد نسخة جديدة من هذا الموقع (sample)
          </Notice>
        </div>
      </Specimen>
    </Specimens>
  );
}

function Question({ id, purposes }: { id: string; purposes: string }) {
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-3 rounded-md border border-line-strong bg-raised px-4 py-3.5 shadow-raised"
    >
      <ConsentQuestion
        titleId={id}
        purposes={purposes}
        onAccept={nothing}
        onReject={nothing}
        onChoose={nothing}
      />
    </section>
  );
}

/** The parts of every page: notices, the question for consent, and the fault of a page. */
export function ShellStates() {
  return (
    <>
      <Notices />
      <Specimens title="Consent banner">
        <Specimen label="One purpose" width={400}>
          <Question id="gallery-consent" purposes="statistics" />
        </Specimen>
        <Specimen label="All purposes, on a phone" width={320}>
          <Question
            id="gallery-consent-long"
            purposes="statistics, chat and support, and advertising and its measurement"
          />
        </Specimen>
      </Specimens>
      <Specimens title="A page that stopped working">
        <Specimen label="With an address to write to" width={420}>
          <FaultCard page="/assets" contact="Write to the team: team@assay.example" />
        </Specimen>
        <Specimen label="The market overview itself" width={420}>
          <FaultCard page="/" />
        </Specimen>
      </Specimens>
    </>
  );
}

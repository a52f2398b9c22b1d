import { useEffect, useId, useRef, useState } from "react";
import { Card } from "@/components/Card";
import { Lazy } from "@/components/Lazy";
import { Button } from "@/components/ui/buttons/Button";
import { Loading, Skeleton } from "@/components/ui/feedback/Skeleton";
import type { FirstCall } from "./explainFields";
import type { Subject } from "./PolicyLinks";

const load = async () => (await import("./ExplainForm")).ExplainForm;

type ExplainCardProps = {
  /** The record of the page, which stands out in the answer; null where the page is about a caller. */
  subject: Subject | null;
  first?: FirstCall;
  /** Whether it is opened with the page, or by a press elsewhere. */
  isOpen?: boolean;
};

/** The anchor of the card. */
export const explainAnchor = "explain-decision";

/** Explains decisions on calls, and finds the roles that allow one. Its script loads when it is first opened. */
export function ExplainCard({ subject, first = {}, isOpen = false }: ExplainCardProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(isOpen);
  const [shown, setShown] = useState(isOpen);
  // Whoever opened it pressed a button elsewhere on the page.
  useEffect(() => {
    if (isOpen) button.current?.focus();
  }, [isOpen]);
  const toggle = () => {
    setOpened(true);
    setShown(!shown);
  };
  return (
    <Card
      title="Explain a decision"
      lead="Whether a call is allowed, which policies decide it, and who else can make it."
    >
      <div className="px-(--card-pad) py-3">
        <Button
          ref={button}
          id={explainAnchor}
          aria-expanded={shown}
          aria-controls={id}
          onClick={toggle}
        >
          {shown ? "Close" : "Explain a decision"}
        </Button>
      </div>
      {/* What was entered stays while it is closed. */}
      <div id={id} hidden={!shown}>
        {opened && (
          <Lazy
            load={load}
            give={{ subject, first }}
            what="The form"
            fallback={
              <Loading label="Loading the form">
                <div className="px-(--card-pad) pb-4">
                  <Skeleton className="h-40 w-full rounded-sm" />
                </div>
              </Loading>
            }
          />
        )}
      </div>
    </Card>
  );
}

import { useId, useState } from "react";
import { Card } from "@/components/Card";
import { Lazy } from "@/components/Lazy";
import { Button } from "@/components/ui/buttons/Button";
import { Loading, Skeleton } from "@/components/ui/feedback/Skeleton";
import type { FirstCall } from "./explainFields";
import type { Subject } from "./PolicyLinks";

const load = async () => (await import("./ExplainForm")).ExplainForm;

type ExplainCardProps = {
  /** The record of the page, which stands out in the answer. */
  subject: Subject;
  first?: FirstCall;
};

/** Explains decisions on calls, and finds the roles that allow one. Its script loads when it is first opened. */
export function ExplainCard({ subject, first = {} }: ExplainCardProps) {
  const id = useId();
  const [opened, setOpened] = useState(false);
  const [shown, setShown] = useState(false);
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
        <Button aria-expanded={shown} aria-controls={id} onClick={toggle}>
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

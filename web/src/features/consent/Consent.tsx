import dynamic from "next/dynamic";
import { useState } from "react";
import type { ThirdPartyScript } from "@/api/thirdParty";
import { ConsentBanner } from "./ConsentBanner";
import { isAnswered, keepChoice, refusesByBrowser, useChoice } from "./choice";
import { setChoicesOpen, useChoicesOpen } from "./choicesOpen";
import { type Purpose, purposesOf } from "./purposes";
import { useScripts } from "./useScripts";

const ChoicesDialog = dynamic(async () => (await import("./ChoicesDialog")).ChoicesDialog, {
  ssr: false,
});

type ConsentProps = { scripts: readonly ThirdPartyScript[] };

/** Asks whether scripts of others may run, keeps the answer, and runs those that may. */
export function Consent({ scripts }: ConsentProps) {
  const choice = useChoice();
  const refused = refusesByBrowser();
  const open = useChoicesOpen();
  const [asked, setAsked] = useState(false);
  if (open && !asked) setAsked(true);
  useScripts(scripts, refused ? null : choice);
  const decide = (granted: readonly Purpose[]) => {
    keepChoice(granted, scripts);
    setChoicesOpen(false);
  };
  const all = purposesOf(scripts);
  return (
    <>
      {!refused && !isAnswered(choice, scripts) && (
        <ConsentBanner purposes={all} onDecide={decide} onChoose={() => setChoicesOpen(true)} />
      )}
      {asked && (
        <ChoicesDialog
          open={open}
          onClose={() => setChoicesOpen(false)}
          scripts={scripts}
          choice={choice}
          refused={refused}
          onDecide={decide}
        />
      )}
    </>
  );
}

import type { ThirdPartyScript } from "@/api/installation/thirdParty";
import { useWhileOpen } from "@/lib/loading/useOnDemand";
import { isAnswered, keepChoice, refusesByBrowser, useChoice } from "./choice";
import { ConsentBanner } from "./prompt/ConsentBanner";
import { setChoicesOpen, useChoicesOpen } from "./prompt/choicesOpen";
import { type Purpose, purposesOf } from "./purposes";
import { useScripts } from "./scripts/useScripts";

const loadDialog = async () => (await import("./prompt/ChoicesDialog")).ChoicesDialog;

const close = () => setChoicesOpen(false);

type ConsentProps = { scripts: readonly ThirdPartyScript[] };

/** Asks whether scripts of others may run, keeps the answer, and runs those that may. */
export function Consent({ scripts }: ConsentProps) {
  const choice = useChoice();
  const refused = refusesByBrowser();
  const open = useChoicesOpen();
  const ChoicesDialog = useWhileOpen(open, close, loadDialog, "The privacy choices");
  useScripts(scripts, refused ? null : choice);
  const decide = (granted: readonly Purpose[]) => {
    keepChoice(granted, scripts);
    close();
  };
  const all = purposesOf(scripts);
  return (
    <>
      {!refused && !isAnswered(choice, scripts) && (
        <ConsentBanner purposes={all} onDecide={decide} onChoose={() => setChoicesOpen(true)} />
      )}
      {ChoicesDialog && (
        <ChoicesDialog
          open={open}
          onClose={close}
          scripts={scripts}
          choice={choice}
          refused={refused}
          onDecide={decide}
        />
      )}
    </>
  );
}

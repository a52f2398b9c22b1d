import { type ReactElement, useState } from "react";
import { Button } from "@/components/ui/buttons/Button";
import { Specimen, Specimens } from "../Specimen";
import { type DialogState, dialogStates } from "./dialogStates";
import { type DrawerState, drawerStates } from "./drawerStates";
import { menuStates, popoverStates } from "./smallLayers";

type AsideProps<State extends string> = {
  states: ReadonlyArray<State>;
  shown: Record<State, (close: () => void) => ReactElement>;
};

/** A button for each state, and the layer of the one that is open. */
function StateButtons<State extends string>({ states, shown }: AsideProps<State>) {
  const [state, setState] = useState<State | null>(null);
  return (
    <span className="flex flex-wrap gap-2">
      {states.map((each) => (
        <Button key={each} size="small" aria-haspopup="dialog" onClick={() => setState(each)}>
          {each}
        </Button>
      ))}
      {state && shown[state](() => setState(null))}
    </span>
  );
}

const dialogs = Object.keys(dialogStates) as DialogState[];
const drawers = Object.keys(drawerStates) as DrawerState[];

/** The layers again, each in the states that are seen more seldom. */
export function OpenStates() {
  return (
    <Specimens title="Layers in other states" span="half">
      <Specimen label="Menus" width="full">
        <span className="flex flex-wrap gap-2">{menuStates}</span>
      </Specimen>
      <Specimen label="Popovers" width="full">
        <span className="flex flex-wrap gap-2">{popoverStates}</span>
      </Specimen>
      <Specimen label="Drawers" width="full">
        <StateButtons states={drawers} shown={drawerStates} />
      </Specimen>
      <Specimen label="Dialogs" width="full">
        <StateButtons states={dialogs} shown={dialogStates} />
      </Specimen>
    </Specimens>
  );
}

import type { ScriptKind, ThirdPartyScript } from "@/api/installation/thirdParty";
import { chat } from "./chat";
import { flags } from "./flags";
import { recording } from "./recording";
import type { Service } from "./service";
import { tagManager } from "./tagManager";
import { forms, visitors } from "./visits";

type Kind = {
  make: (id: string) => Service;
  /** How the names begin under which scripts of this kind are known to keep things in the browser. */
  names: readonly string[];
};

const kinds: Record<ScriptKind, Kind> = {
  tag_manager: { make: tagManager, names: ["_ga", "_gid", "_gcl", "_dc_gtm"] },
  chat: { make: chat, names: ["intercom"] },
  recording: { make: recording, names: ["_lr_"] },
  forms: { make: forms, names: ["__hs", "hubspotutk", "messagesUtk"] },
  visitors: { make: visitors, names: ["_lfa"] },
  flags: { make: flags, names: ["ld:"] },
};

export function serviceFor(script: ThirdPartyScript): Service {
  return kinds[script.kind].make(script.id);
}

export function namesOf(script: ThirdPartyScript): readonly string[] {
  return [...kinds[script.kind].names, ...script.names];
}

import type { UserRecord } from "@/api/contract";
import type { ThirdPartyScript } from "@/api/installation/thirdParty";
import type { Purpose } from "../purposes";
import type { Service } from "../services/service";
import { namesOf, serviceFor } from "../services/services";
import { keepLastRun, noPerson, readLastRun } from "./lastRun";
import { type Person, personOf } from "./person";
import { reload } from "./reload";
import { removeTraces } from "./traceRemoval";

/** The scripts that should run. */
type ScriptSelection = {
  allowed: readonly ThirdPartyScript[];
  granted: readonly Purpose[];
  /** Null is a visitor without an account. */
  user: UserRecord | null;
};

type Running = {
  script: ThirdPartyScript;
  service: Service;
  loaded: boolean;
  /** The person it was started for; undefined before. */
  begunFor: string | undefined;
};

const running = new Map<string, Running>();
let person: Person | null = null;
let latest: ScriptSelection | undefined;
let granted = "";

/** Starts the service for the present person, and makes it forget the person before. */
function settle(one: Running): void {
  const now = person ? JSON.stringify(person) : noPerson;
  if (!one.loaded || one.begunFor === now) return;
  if (one.begunFor !== undefined) {
    one.service.end();
    removeTraces(namesOf(one.script));
  }
  one.begunFor = now;
  one.service.begin(person);
}

function start(script: ThirdPartyScript, wish: ScriptSelection): void {
  const one = { script, service: serviceFor(script), loaded: false, begunFor: undefined };
  running.set(script.src, one);
  one.service.prepare?.(wish.granted);
  const element = document.createElement("script");
  element.src = script.src;
  element.async = true;
  element.onload = () => {
    one.loaded = true;
    settle(one);
  };
  document.head.append(element);
}

/** Ends what runs, as far as a page can; what is left goes with the page. */
function end(ones: Iterable<Running>): void {
  for (const one of ones) {
    one.service.end();
    one.begunFor = undefined;
    removeTraces(namesOf(one.script));
  }
}

/** Makes everybody forget who was there, before the page of a signed-out visitor takes its place. */
export function forgetPerson(): void {
  person = null;
  end(running.values());
}

function allows(wish: ScriptSelection, src: string): boolean {
  return wish.allowed.some((script) => script.src === src);
}

/** Removes what scripts left behind that may run no longer, or ran for another person. */
function tidy(wish: ScriptSelection, name: string): void {
  const { person: before, ran } = readLastRun();
  for (const [src, names] of Object.entries(ran)) {
    const ranForAnother = running.size === 0 && before !== name;
    if (ranForAnother || !allows(wish, src)) removeTraces(names);
  }
  const kept = Object.fromEntries(wish.allowed.map((script) => [script.src, namesOf(script)]));
  keepLastRun({ person: name, ran: kept });
}

/** Starts the permitted scripts and passes them the person, or reloads the page without them. */
export async function runPermittedScripts(wish: ScriptSelection): Promise<void> {
  latest = wish;
  const withdrawn = [...running.values()].filter(({ script }) => !allows(wish, script.src));
  if (withdrawn.length > 0) {
    end(withdrawn);
    reload();
    return;
  }
  const next = wish.user && (await personOf(wish.user));
  if (latest !== wish) return;
  person = next;
  tidy(wish, person?.pseudonym ?? noPerson);
  const words = wish.granted.join(" ");
  if (running.size > 0 && words !== granted) {
    for (const one of running.values()) one.service.grant?.(wish.granted);
  }
  granted = words;
  for (const script of wish.allowed) {
    const one = running.get(script.src);
    if (one) settle(one);
    else start(script, wish);
  }
}

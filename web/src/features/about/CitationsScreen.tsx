import type { ReactNode } from "react";
import { brand } from "@/lib/brand";
import { Contact, Section } from "./Section";

export function CitationsScreen({ contacts }: { contacts: ReactNode }) {
  return (
    <>
      <Section id="cite" title="How to cite">
        <p>
          Name {brand}, the address of the page with its filters, the day the figures are of, and
          the day you read them. A view keeps its whole state in its address, so the address leads
          others to what you saw.
        </p>
        <p className="rounded-md bg-surface-2 px-3 py-2 font-mono text-sm leading-5">
          {brand}, “title of the page”, address, figures as of day, read on day.
        </p>
        <Contact>{contacts}</Contact>
      </Section>
      <Section id="licence" title="Licence">
        <p>
          The software is open source under the Apache License, version 2.0. Data keeps the licence
          of its source and is shown with it.
        </p>
      </Section>
    </>
  );
}

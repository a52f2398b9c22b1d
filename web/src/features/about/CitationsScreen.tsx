import type { ReactNode } from "react";
import { brand } from "@/lib/brand";
import { ListScreen } from "@/lists/ListScreen";
import { citationListing } from "@/lists/listings/newsListings";
import { Contact, Section } from "./Section";

export function CitationsScreen({ contacts }: { contacts: ReactNode }) {
  return (
    <>
      <Section id="cite" title="How to cite">
        <p>
          State {brand}, the title and address of the page, the date of the data and the date of
          access. The address contains the filters and settings of a view, so readers see the same
          view.
        </p>
        <p className="rounded-md bg-surface-2 px-3 py-2 font-mono text-sm leading-5">
          {brand}, “page title”, address, data as of date, accessed on date.
        </p>
        <Contact>{contacts}</Contact>
      </Section>
      <Section id="licence" title="Licence">
        <p>
          The software is open source under the Apache License, version 2.0. Data is published under
          the licence of its source, which is shown with the data.
        </p>
      </Section>
      <ListScreen listing={citationListing} />
    </>
  );
}

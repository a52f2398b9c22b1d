import type { ReactNode } from "react";
import { ListScreen } from "@/lists/ListScreen";
import { partnerListing } from "@/lists/listings/newsListings";
import { Contact, Section } from "./Section";

export function PartnersScreen({ contacts }: { contacts: ReactNode }) {
  return (
    <>
      <Section id="sources" title="Data sources">
        <p>
          Data comes from public networks, from publications of issuers and from open registers.
          Every source is listed with its licence, and every value states its source.
        </p>
        <p>
          Publishers of data on tokenized assets can contribute it. The data needs a licence that
          permits publication and a method that others can verify.
        </p>
        <Contact>{contacts}</Contact>
      </Section>
      <ListScreen listing={partnerListing} />
    </>
  );
}

import type { ReactNode } from "react";
import { Contact, Section } from "./Section";

export function PartnersScreen({ contacts }: { contacts: ReactNode }) {
  return (
    <Section id="sources" title="Where figures come from">
      <p>
        From public networks, from what issuers publish, and from open registers. Each source is
        named with its licence, and so is every figure that rests on it.
      </p>
      <p>
        Whoever publishes data of tokenized assets can have it taken in: with a licence that allows
        to show it, and a method that others can check.
      </p>
      <Contact>{contacts}</Contact>
    </Section>
  );
}

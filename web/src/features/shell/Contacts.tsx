import { useConfig } from "@/api/installation/config";

type ContactsProps = {
  className?: string;
  /** The purpose of an address is read aloud only, where there is little room. */
  bare?: boolean;
};

const look = "text-accent hover:underline";

/** The addresses the installation names; nothing where it names none. */
export function Contacts({ className = look, bare = false }: ContactsProps) {
  const { contactDataEmail, contactTeamEmail } = useConfig();
  const contacts = [
    { address: contactDataEmail, about: "Questions about the data: " },
    { address: contactTeamEmail, about: "Write to the team: " },
  ];
  return contacts.map(
    ({ address, about }) =>
      address && (
        <a key={about} href={`mailto:${address}`} className={className}>
          <span className={bare ? "sr-only" : "text-text-2"}>{about}</span>
          {address}
        </a>
      ),
  );
}

import { useConfig } from "@/api/config";

type ContactsProps = { className?: string };

/** The addresses the installation names; nothing where it names none. */
export function Contacts({ className = "text-accent hover:underline" }: ContactsProps) {
  const { contactDataEmail, contactTeamEmail } = useConfig();
  const contacts = [
    { address: contactDataEmail, about: "data" },
    { address: contactTeamEmail, about: "team" },
  ];
  return contacts.map(
    ({ address, about }) =>
      address && (
        <a key={about} href={`mailto:${address}`} className={className}>
          <span className="sr-only">{`Write to the ${about === "data" ? "people behind the data" : "team"}: `}</span>
          {address}
        </a>
      ),
  );
}

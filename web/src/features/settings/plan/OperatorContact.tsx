import { useConfig } from "@/api/installation/config";

/** The contact for another plan, where the installation names one. */
export function OperatorContact() {
  const { contactTeamEmail } = useConfig();
  if (contactTeamEmail === null)
    return <>Plans are managed by the operator of this installation.</>;
  return (
    <>
      To change the plan, write to{" "}
      <a href={`mailto:${contactTeamEmail}`} className="text-accent underline">
        {contactTeamEmail}
      </a>
      .
    </>
  );
}

import { Card } from "@/components/Card";
import { EmptyState } from "@/components/states/EmptyState";
import { ButtonLink } from "@/components/ui/buttons/ButtonLink";

type NotEditableProps = {
  title: string;
  /** Why, and what can be done in its place. */
  text: string;
  /** The page that shows the record. */
  href: string;
  action: string;
};

/** In place of the form of a record that nobody edits. */
export function NotEditable({ title, text, href, action }: NotEditableProps) {
  return (
    <Card>
      <EmptyState title={title} action={<ButtonLink href={href}>{action}</ButtonLink>}>
        {text}
      </EmptyState>
    </Card>
  );
}

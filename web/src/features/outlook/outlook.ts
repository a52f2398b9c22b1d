/** What a page is about and what it will hold, as long as the service behind it answers nothing yet. */
export type Outlook = {
  title: string;
  description: string;
  lead?: string;
  /** The list that the page is one of. */
  parent?: { href: string; label: string };
  /** The columns of the main table. */
  table?: { title: string; columns: readonly string[] };
  shows: readonly string[];
  source: string;
};

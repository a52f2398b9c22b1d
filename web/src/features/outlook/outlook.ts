/** A page whose service is not part of the installation yet: its subject and its future content. */
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

import type { Outlook } from "./outlook";

const access = "The access service, which decides who may read what.";

type Kind = { one: string; many: string; slug: string; columns: readonly string[]; about: string };

/** The pages of one kind of access rule: list, new, one, edit. */
function pagesOf({ one, many, slug, columns, about }: Kind) {
  const parent = { href: `/admin/${slug}`, label: many };
  const list: Outlook = {
    title: many,
    description: `${many} of the API: ${about}.`,
    table: { title: many, columns },
    shows: [`Every entry: ${about}`],
    source: access,
  };
  const detail: Outlook = {
    title: one,
    description: `${one}: ${about}.`,
    parent,
    shows: ["What it says, since when, and by whom it was changed"],
    source: access,
  };
  const create: Outlook = {
    title: `New ${one.toLowerCase()}`,
    description: `Create a new ${one.toLowerCase()}: ${about}.`,
    parent,
    shows: ["A form that shows what would change before it is saved"],
    source: access,
  };
  const edit: Outlook = {
    ...create,
    title: `Edit ${one.toLowerCase()}`,
    description: `Change this ${one.toLowerCase()}: ${about}.`,
  };
  return { list, detail, create, edit };
}

export const userRoles = pagesOf({
  one: "User role",
  many: "User roles",
  slug: "api_access_user_roles",
  columns: ["User", "Role", "From", "Until"],
  about: "which role a user has, and for how long",
});

export const organizationRoles = pagesOf({
  one: "Organization role",
  many: "Organization roles",
  slug: "api_access_org_roles",
  columns: ["Organization", "Role", "From", "Until"],
  about: "which role an organization has, and for how long",
});

export const assignments = pagesOf({
  one: "Policy assignment",
  many: "Policy assignments",
  slug: "api_access_policy_assignments",
  columns: ["Policy", "Assigned to", "From", "Until"],
  about: "which policy applies to whom",
});

export const roles = pagesOf({
  one: "Access role",
  many: "Access roles",
  slug: "api_access_roles",
  columns: ["Name", "Policies", "Users", "Organizations"],
  about: "which policies a role bundles",
});

export const policies = pagesOf({
  one: "Access policy",
  many: "Access policies",
  slug: "api_access_policies",
  columns: ["Name", "Resources", "Fields", "History", "Limits"],
  about: "which resources, fields and history may be read, and how fast",
});

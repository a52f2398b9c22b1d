import type { Outlook } from "./outlook";

const access = "The access service, which manages permissions.";

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
    shows: ["Contents, effective date and history of changes"],
    source: access,
  };
  const create: Outlook = {
    title: `New ${one.toLowerCase()}`,
    description: `Create a new ${one.toLowerCase()}: ${about}.`,
    parent,
    shows: ["A form with a preview of the changes"],
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
  columns: ["User", "Role", "Valid from", "Valid until"],
  about: "the role of each user and its period of validity",
});

export const organizationRoles = pagesOf({
  one: "Organization role",
  many: "Organization roles",
  slug: "api_access_org_roles",
  columns: ["Organization", "Role", "Valid from", "Valid until"],
  about: "the role of each organization and its period of validity",
});

export const assignments = pagesOf({
  one: "Policy assignment",
  many: "Policy assignments",
  slug: "api_access_policy_assignments",
  columns: ["Policy", "Assigned to", "Valid from", "Valid until"],
  about: "the users and organizations to which each policy applies",
});

export const roles = pagesOf({
  one: "Access role",
  many: "Access roles",
  slug: "api_access_roles",
  columns: ["Name", "Policies", "Users", "Organizations"],
  about: "the policies that each role combines",
});

export const policies = pagesOf({
  one: "Access policy",
  many: "Access policies",
  slug: "api_access_policies",
  columns: ["Name", "Resources", "Fields", "History", "Limits"],
  about: "the resources, fields, history and request limits that each policy grants",
});

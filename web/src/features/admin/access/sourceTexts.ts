import type { RoleSource } from "@/api/contract";

/** Why an organization holds a role. */
export const sourceTexts: Readonly<Record<RoleSource, string>> = {
  plan: "By its plan",
  trial: "By its trial",
  manual: "Granted by an administrator",
};

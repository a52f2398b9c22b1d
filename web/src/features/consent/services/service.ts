import type { Purpose } from "../purposes";
import type { Person } from "../scripts/person";

/** The interface of a kind of third-party script. */
export type Service = {
  /** Before the script is there: lays out what it looks for when it starts. */
  prepare?: (granted: readonly Purpose[]) => void;
  /** The visitor agreed to more while the script was there. */
  grant?: (granted: readonly Purpose[]) => void;
  /** Once the script is there: starts it for a person, or for a visitor without an account. */
  begin: (person: Person | null) => void;
  /** Makes the script forget the person it was started for. */
  end: () => void;
};

import { vi } from "vitest";

/** Test files of a worker share their modules: one that replaced some would change those of the others. */
function refuse(): never {
  throw new Error("Name the file *.alone.test.tsx, which gets modules of its own.");
}

vi.mock = refuse;
vi.resetModules = refuse;

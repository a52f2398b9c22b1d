import { vi } from "vitest";

/** A browser with passkeys, whose user agrees to everything unless a test says otherwise. */
export function stubAuthenticator() {
  const create = vi.fn(async (): Promise<unknown> => ({ id: "created" }));
  const get = vi.fn(async (): Promise<unknown> => ({ id: "used" }));
  Object.assign(window, {
    PublicKeyCredential: {
      parseCreationOptionsFromJSON: (options: unknown) => options,
      parseRequestOptionsFromJSON: (options: unknown) => options,
    },
  });
  const credentials = { create, get };
  Object.defineProperty(navigator, "credentials", { configurable: true, value: credentials });
  return credentials;
}

/** The browser of the next test has none. */
export function removeAuthenticator(): void {
  Reflect.deleteProperty(window, "PublicKeyCredential");
  Reflect.deleteProperty(navigator, "credentials");
}

import { setRecordingAddress } from "@/app-state/recording";
import type { Service } from "./service";

type Recorder = {
  init: (id: string, options: Record<string, unknown>) => void;
  identify: (pseudonym: string) => void;
  getSessionURL: (listener: (address: string) => void) => void;
  startNewSession?: () => void;
};

type Page = Window & { LogRocket?: Recorder };

/** Pages show names and addresses of people, and addresses of pages may hold what is secret. */
const discretion = {
  dom: { inputSanitizer: true, textSanitizer: true },
  network: { isEnabled: false },
  console: { isEnabled: false },
  browser: { urlSanitizer: (address: string) => address.replace(/[?#].*$/, "") },
  shouldCaptureIP: false,
};

/** The recording knows a person by pseudonym, and returns the address at which it can be seen. */
export function recording(id: string): Service {
  const page: Page = window;
  let begun = 0;
  return {
    begin: (person) => {
      const recorder = page.LogRocket;
      if (!recorder) return;
      if (begun === 0) recorder.init(id, discretion);
      else recorder.startNewSession?.();
      begun += 1;
      const mine = begun;
      if (person) recorder.identify(person.pseudonym);
      recorder.getSessionURL((address) => {
        if (mine === begun) setRecordingAddress(address);
      });
    },
    end: () => setRecordingAddress(null),
  };
}

import { createStore } from "@/lib/createStore";

const store = createStore<string | null>(null);

/** Where the recording of this visit can be seen, for the reports of product events. */
export const recordingAddress = store.get;

export const setRecordingAddress = store.set;

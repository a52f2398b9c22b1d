import { createStore } from "@/lib/createStore";

const store = createStore<string | null>(null);

/** The address of the recording of this visit, for reports of product events. */
export const recordingAddress = store.get;

export const setRecordingAddress = store.set;

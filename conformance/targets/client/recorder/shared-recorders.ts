import { startRecorder, type Recorder, type StartedRecorder } from "./recorder.ts";

/**
 * Resting recorders, the longest first. A new one for each case takes a port each, and the machine ever longer to find it:
 * most of the time of thousands of cases. A client that is late with a request finds a recorder that rests, for as many
 * cases as there are recorders.
 */
const resting: StartedRecorder[] = [];
const COUNT = 32;
let started = 0;

/** Lends a recorder that has recorded nothing. It does not keep the process alive when nobody uses it. */
export async function borrowRecorder(): Promise<Recorder & Disposable> {
  const rested = started < COUNT ? undefined : resting.shift();
  if (rested === undefined) started += 1;
  const recorder = rested ?? (await startRecorder());
  recorder.use();
  return Object.assign(recorder, {
    [Symbol.dispose]: () => {
      recorder.rest();
      resting.push(recorder);
    },
  });
}

import { loadSuite, type Suite } from "../index.ts";

export function committedSuite(name: string): Promise<Suite> {
  return suiteIn(`generated/${name}`);
}

/** Loads the suite of a generated folder once for all test files of a worker. Tests must not change it. */
export function suiteIn(folder: string): Promise<Suite> {
  const suite = suites.get(folder) ?? loadSuite(folder);
  suites.set(folder, suite);
  return suite;
}

const suites = new Map<string, Promise<Suite>>();

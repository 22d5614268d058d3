import { loadSuite, type Suite } from "../index.ts";

export function committedSuite(name: string): Promise<Suite> {
  return suiteIn(`generated/${name}`);
}

/** The suite of a generated folder, read and derived once for all files of a worker. Nobody changes what it holds. */
export function suiteIn(folder: string): Promise<Suite> {
  const suite = suites.get(folder) ?? loadSuite(folder);
  suites.set(folder, suite);
  return suite;
}

const suites = new Map<string, Promise<Suite>>();

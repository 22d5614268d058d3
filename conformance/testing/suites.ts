import { loadSuite, type Suite } from "../index.ts";

/**
 * The suite of a service as it is committed, read and derived once for all files of a worker. Nobody changes what it
 * holds.
 */
export function committedSuite(name: string): Promise<Suite> {
  const known = suites.get(name);
  if (known) return known;
  const suite = loadSuite(`generated/${name}`);
  suites.set(name, suite);
  return suite;
}

const suites = new Map<string, Promise<Suite>>();

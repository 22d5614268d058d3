import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { CannotCompareError } from "@contract-toolkit/diff/cannot-compare-error";
import { diff } from "@contract-toolkit/diff";
import { readOnDisk, type Input, type InputOptions } from "@contract-toolkit/diff/read/input";
import { hasChangedSource } from "@contract-toolkit/generate/generated-files/last-run";
import { entryOf } from "../options.ts";

/**
 * Reads the project's contracts on disk.
 *
 * @throws {CannotCompareError} when they were generated from another state of the specification
 */
export async function readWorkingTree(options: InputOptions): Promise<Input> {
  const { folder, out } = options;
  const input = await readOnDisk(options);
  if (hasChangedSource(resolve(folder, out)) ?? (await differsFromSpecification(input, folder)))
    throw new CannotCompareError(`${out} is out of date; run npx contract generate.`);
  return input;
}

/** Compiles the specification at its usual place. Which version of a service was generated is not known. */
async function differsFromSpecification({ contracts }: Input, folder: string): Promise<boolean> {
  const entry = resolve(folder, entryOf("diff", []));
  if (!existsSync(entry)) return false;
  const [{ readSpecification }, { contractsOf }] = await Promise.all([
    import("@contract-toolkit/generate"),
    import("./contracts.ts"),
  ]);
  const { spec, services } = await readSpecification(entry);
  const current = services.filter(({ version }) => version === undefined);
  const compiled = await contractsOf(entry, { spec, services: current });
  const policy = { today: new Date(), noticeDays: 0 };
  return [...compiled.contracts].some(([name, now]) => {
    const old = contracts.get(name);
    return !old || diff(old, now, policy).length > 0;
  });
}

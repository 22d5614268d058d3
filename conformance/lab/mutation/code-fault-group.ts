import type { Verdict } from "../../verdict.ts";
import type { CodeFault } from "./code-fault.ts";
import type { MutantGroup } from "./mutant.ts";
import { resultOf } from "./mutant-result.ts";

/** A group of hand-written faults in code, of which every single one has to be noticed. */
export function codeFaultGroup(
  name: string,
  faults: readonly CodeFault[],
  noticed: (fault: CodeFault) => Promise<Verdict | undefined>,
): MutantGroup {
  return {
    name,
    aim: 1,
    mutants: faults,
    async attempt(mutant) {
      const fault = faults.find(({ id }) => id === mutant.id);
      if (!fault) throw new RangeError(`There is no fault ${mutant.id}.`);
      return resultOf(fault, await noticed(fault));
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

import type { CaseHead } from "../cases/case.ts";
import type { Step } from "./read/read-steps.ts";

/** Several exchanges with one server that depend on each other, read from a file. */
export interface Scenario extends CaseHead {
  readonly kind: "scenario";
  readonly fresh: Readonly<Record<string, number>>;
  readonly steps: readonly Step[];
}

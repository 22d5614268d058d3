import type { CaseHead } from "../cases/case.ts";
import type { Step } from "./read/read-steps.ts";

/** Several exchanges with one server, each of which depends on those before it. It is data, read from a file. */
export interface Scenario extends CaseHead {
  readonly kind: "scenario";
  readonly fresh: Readonly<Record<string, number>>;
  readonly steps: readonly Step[];
}

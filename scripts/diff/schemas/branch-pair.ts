import { type Schema } from "@contract-toolkit/kernel";
import { type Step } from "./schema-change.ts";

export interface BranchPair {
  readonly step: Step;
  readonly old: Schema;
  readonly new: Schema;
}

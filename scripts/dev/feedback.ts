import type { DiffReport } from "../diff/report.ts";

/** One thing that is known of a save; each is told as soon as it is known. */
export type Feedback =
  /** Files were saved: everything after it is about them. */
  | { readonly about: "saved"; readonly files: readonly string[] }
  /** The specification does not give a contract: file, line, column and reason of each. */
  | { readonly about: "specification"; readonly faults: readonly string[] }
  /** What changed in the contract since the save before, and whom it breaks. */
  | { readonly about: "contract"; readonly report: DiffReport }
  | { readonly about: "samples"; readonly faults: readonly string[] }
  /** Generated files that were written or removed. */
  | { readonly about: "generated"; readonly files: readonly string[] }
  | {
      readonly about: "command";
      readonly state: "started" | "kept" | "ended";
      readonly status?: number;
    }
  /** What does not compile, as the compiler of the project writes it; without a compiler nothing was checked. */
  | {
      readonly about: "types";
      readonly hasCompiler: boolean;
      readonly faults: readonly string[];
    }
  /** What changed since the branch left the main one, which is what others will get. */
  | { readonly about: "branch"; readonly report: DiffReport }
  /** Everything that there is to say of a save has been said. */
  | { readonly about: "done" }
  /** Something else was saved meanwhile: what follows is about both. */
  | { readonly about: "interrupted" }
  /** What else there is to know. */
  | { readonly about: "note"; readonly text: string };

/** Feedback, and how long after the save it was known. */
export type TimedFeedback = Feedback & { readonly ms: number };

/** Takes feedback as it comes. */
export type Tell = (feedback: TimedFeedback) => void;

import type { DiffReport } from "@contract-toolkit/diff/report";

/** One result of a save. Each is emitted as soon as it is known. */
export type Feedback =
  /** Files were saved. The following feedback is about them. */
  | { readonly about: "saved"; readonly files: readonly string[] }
  /** The specification does not compile: file, line, column and reason of each fault. */
  | { readonly about: "specification"; readonly faults: readonly string[] }
  /** The changes of the contract since the previous save. */
  | { readonly about: "contract"; readonly report: DiffReport }
  | { readonly about: "samples"; readonly faults: readonly string[] }
  /** What `contract check` refuses in the specification: lint rules, and requirements of the interface without a place. */
  | { readonly about: "rules"; readonly faults: readonly string[] }
  /** Generated files that were written or removed. */
  | { readonly about: "generated"; readonly files: readonly string[] }
  | {
      readonly about: "command";
      readonly state: "started" | "kept" | "ended";
      readonly status?: number;
    }
  /** Errors as the project's compiler prints them. Without a compiler nothing was checked. */
  | {
      readonly about: "types";
      readonly hasCompiler: boolean;
      readonly faults: readonly string[];
    }
  /** The changes since the branch left the main one. */
  | { readonly about: "branch"; readonly report: DiffReport }
  /** The save has no further feedback. */
  | { readonly about: "done" }
  /** Another file was saved meanwhile. The following feedback is about both saves. */
  | { readonly about: "interrupted" }
  | { readonly about: "note"; readonly text: string };

/** Emits feedback of the current save. */
export type Emit = (feedback: Feedback) => void;

/** Feedback with the milliseconds since the save was noticed. */
export type TimedFeedback = Feedback & { readonly ms: number };

/** Receives feedback. */
export type OnFeedback = (feedback: TimedFeedback) => void;

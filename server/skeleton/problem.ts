/** One fault of a request as a client reads it: `field` is `content.pages`, `items[2].name` or a parameter's name. */
export interface FieldFault {
  readonly field: string;
  readonly reason: string;
  /** Error code of a value outside its bounds, where the contract gives it one of its own. */
  readonly code?: number;
}

/** Everything that can keep a request from being answered by its handler. */
export type Problem =
  | { readonly kind: "unknown-path" }
  | { readonly kind: "method-not-allowed"; readonly allow: readonly string[] }
  | { readonly kind: "unsupported-media-type"; readonly expected: string }
  | { readonly kind: "body-too-large"; readonly limitBytes: number }
  | { readonly kind: "invalid-request"; readonly faults: readonly FieldFault[] }
  | { readonly kind: "thrown"; readonly error: unknown }
  | { readonly kind: "invalid-response"; readonly detail: string };

/** Carries a problem through the stages of a request. */
export class ProblemError extends Error {
  readonly code = "problem";
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.kind);
    this.problem = problem;
  }
}

/**
 * Names a place of a request for its sender: `/body/items/2/name` → `items[2].name`, `/query/limit` → `limit`.
 * The body as a whole is `body`.
 */
export function fieldOf(pointer: string): string {
  const [, part = "", ...steps] = pointer.split("/");
  const names = steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  const field = names.reduce((path, name) => {
    if (part === "body" && /^\d+$/.test(name)) return `${path}[${name}]`;
    return path === "" ? name : `${path}.${name}`;
  }, "");
  return field === "" ? part : field;
}

import {
  isOfPattern,
  type CoveredConstraints,
  type Need,
  type Planned,
} from "@contract-toolkit/conformance/internal";
import type { ReplayOptions } from "./options.ts";
import type { LastOutput } from "./server/start.ts";

/** The cases of a run. The target is released at the end of the plan's scope. */
export interface Plan extends AsyncDisposable {
  readonly planned: readonly Planned[];
  /** The last output of a server that the run has started. */
  readonly lastOutput?: () => LastOutput;
  /** The constraints of the target. */
  readonly constraints: CoveredConstraints;
  /** Operations that the server does not implement, with the reasons. */
  readonly absences?: ReadonlyMap<string, string>;
  /** What operations need that the run does not have. */
  readonly needs?: ReadonlyMap<string, Need>;
  /** Operations of a document that cannot be judged, with the reasons. */
  readonly unreadable?: readonly string[];
  /** Number of cases that are played at a time. Default: 1. */
  readonly concurrency?: number;
  /** Ids of the cases that are played alone in spite of `concurrency`. */
  readonly exclusive?: ReadonlySet<string>;
}

/** Resources that are released together, the last one first. (`AsyncDisposableStack` needs Node.js 24.) */
export class Held implements AsyncDisposable {
  #resources: AsyncDisposable[] = [];

  use<Resource extends AsyncDisposable>(resource: Resource): Resource {
    this.#resources.push(resource);
    return resource;
  }

  /** Passes the resources on: this object no longer releases them. */
  move(): Held {
    const moved = new Held();
    moved.#resources = this.#resources.splice(0);
    return moved;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const resource of this.#resources.reverse()) await resource[Symbol.asyncDispose]();
  }
}

/** Returns a filter for `--include` and `--exclude`. Without included patterns, all cases are included. */
export function isChosen({
  include,
  exclude,
}: Pick<ReplayOptions, "include" | "exclude">): (played: { readonly id: string }) => boolean {
  return ({ id }) => {
    const isOfOne = (patterns: readonly string[]) =>
      patterns.some((pattern) => isOfPattern(pattern, id));
    return (include.length === 0 || isOfOne(include)) && !isOfOne(exclude);
  };
}

/** The beginning of the message for a contract without cases. `contract check` looks for it. */
export const nothingToPlay = "There is nothing to play";

import { isOfPattern } from "../known-failures/known-failures.ts";
import type { CoveredConstraints } from "../report/boundary-coverage.ts";
import type { Need } from "../request-learning/learn.ts";
import type { Planned } from "../cases/planned-case.ts";
import type { Provider } from "../provider.ts";
import type { Scenario } from "../scenarios/scenario.ts";

/** What a run on a server or receiver is planned with. */
export interface PlanOptions {
  /** Sets up the provider states that cases need, and makes credentials. Default: there are no states. */
  readonly provider?: Provider;
  /** Credentials by the name of their header, query parameter or cookie. Default: those of the provider. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly scenarios?: readonly Scenario[];
  /** Seed of the values that are new in each run. Default: the time. */
  readonly seed?: string;
  /** The server keeps no state, like a mock: no provider state is set up, and scenarios are left out. */
  readonly stateless?: boolean;
  /** Patterns of ids. Other cases are not played, so nothing is asked of the target for them. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** `none`: only the documented interface counts, not what the contract or the provider has chosen. */
  readonly choices?: "none" | undefined;
  /** Number of cases that are played at a time. Default: chosen by the provider and the server's speed. */
  readonly concurrency?: number;
  /** Ends the run, also while it is planned. Default: it has no end. */
  readonly deadline?: AbortSignal | undefined;
  /** Is told what the run waits for. Default: nobody is. */
  readonly log?: (line: string) => void;
}

/** The cases of a run. The target is released at the end of the plan's scope. */
export interface Plan extends AsyncDisposable {
  readonly planned: readonly Planned[];
  /** The constraints of the target. */
  readonly constraints: CoveredConstraints;
  /** Operations that the server does not implement, with the reasons. */
  readonly absences?: ReadonlyMap<string, string>;
  /** What operations need that the run does not have. */
  readonly needs?: ReadonlyMap<string, Need>;
  /** That the server refuses the credential wherever it wants one. */
  readonly refusedCredential?: string;
  /** Operations of a document that cannot be judged, with the reasons. */
  readonly unreadable?: readonly string[];
  /** Set if cases are left out that the target could never be asked. */
  readonly leavesOut?: true;
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

/** Returns a filter of cases by patterns of their ids. Without included patterns, all cases are included. */
export function isChosen({
  include = [],
  exclude = [],
}: Pick<PlanOptions, "include" | "exclude">): (played: { readonly id: string }) => boolean {
  return ({ id }) => {
    const isOfOne = (patterns: readonly string[]) =>
      patterns.some((pattern) => isOfPattern(pattern, id));
    return (include.length === 0 || isOfOne(include)) && !isOfOne(exclude);
  };
}

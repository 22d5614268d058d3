import type { SampleRequest } from "../generated/contract.ts";
import type { Case, Given } from "./case.ts";

/** What bringing a given about has changed for the case. */
export interface Effect {
  /** Request headers that replace the case's own. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Real values by the values that stand for them in the case. */
  readonly bindings?: Readonly<Record<string, string>>;
}

/** What a provider works with. */
export interface World {
  readonly server: URL;
  /** The case that is being prepared. */
  readonly case: Case;
  /** Headers for the requests that prepare it: credentials, and what earlier givens have set. */
  readonly headers: Readonly<Record<string, string>>;
  /** A value of `length` characters that no other case has used. */
  fresh(length: number): string;
}

/** Brings about what cases need to be true on one kind of server. */
export interface Provider {
  /** Headers for every request, where none are given on the command line. */
  credentials?(server: URL): Promise<Readonly<Record<string, string>>>;
  /** By the name of the given. */
  readonly givens: Readonly<
    Record<string, (given: Given["values"], world: World) => Promise<Effect>>
  >;
  /**
   * Makes a message genuine again after it was changed: what it carries is encoded where it is given as a value, and
   * everything that is signed is signed anew. A signature that is missing stays missing.
   */
  seal?(request: SampleRequest): SampleRequest | Promise<SampleRequest>;
}

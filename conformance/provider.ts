import type { Operation, SampleRequest } from "@contract-toolkit/kernel";
import type { SignatureScheme } from "./cases/receivers/signature-scheme.ts";
import type { CaseHead, ProviderState } from "./cases/case.ts";
import type { CredentialMakers } from "./cases/servers/credentials/credential-kinds.ts";
import type { HttpDecisions } from "./cases/servers/http-decisions.ts";
import type { Provocations } from "./cases/servers/spoilt-answers.ts";

/** What setting a provider state up has changed for the case. */
export interface StateResult {
  /** Request headers that replace the case's own. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Real values by the values that stand for them in the case. */
  readonly bindings?: Readonly<Record<string, string>>;
  /** Takes back, after the case, what other cases must not meet with. */
  readonly undo?: () => Promise<unknown>;
}

/** What a provider works with. */
export interface StateContext {
  readonly server: URL;
  /** The case that is being prepared, with its request if it has one. */
  readonly case: CaseHead & { readonly request?: SampleRequest };
  /** Headers for the requests that prepare it: credentials, and what earlier provider states have set. */
  readonly headers: Readonly<Record<string, string>>;
  /** A value of `length` characters that no other case has used. */
  fresh(length: number): string;
}

/** Sets up the provider states that cases need on one kind of server. */
export interface Provider {
  /** Headers for every request, where none are given on the command line. */
  credentials?(server: URL): Promise<Readonly<Record<string, string>>>;
  /** How to set each provider state up, by its name. */
  readonly states: Readonly<
    Record<string, (values: ProviderState["values"], context: StateContext) => Promise<StateResult>>
  >;
  /**
   * What changes the server for everybody, such as its clock, by the names of provider states and operations: a case with one of
   * these is played alone, the others side by side. Without it, cases are played one after the other.
   */
  readonly exclusive?: {
    readonly states?: readonly string[];
    readonly operations?: readonly string[];
  };
  /** What the service has decided where HTTP leaves it open, and how long its bodies may be. */
  readonly http?: HttpDecisions;
  /** How to make credentials of each kind, good and bad; without it, only what needs no knowledge of them is tried. */
  readonly makeCredential?: CredentialMakers;
  /** How to make the server try to send an answer that it must not; without it nothing of that is tried. */
  readonly provocations?: Provocations;
  /**
   * Makes a message genuine again after it was changed: what Base64 holds is encoded where it is given as a value, and
   * everything that is signed is signed anew. A signature that is missing stays missing.
   */
  readonly seal?: (request: SampleRequest) => SampleRequest | Promise<SampleRequest>;
  /** Gives a message an id of its own and the time at which it is sent, in Unix seconds; it is sealed afterwards. */
  readonly stamp?: (
    request: SampleRequest,
    sent: { readonly id: string; readonly atSeconds: number },
  ) => SampleRequest;
  /** The header that has the id of a message, which stays when the message is sent again; without it, the body tells. */
  readonly messageIdHeader?: string;
  /** How messages are signed: first what stands in the body, then what covers it. Each signature is then bent in every way. */
  readonly signatures?: () => readonly SignatureScheme[];
  /**
   * Asks the receiver under test what it did about the message with an id; undefined where it cannot be asked. Without it, only
   * what its answers say of themselves is judged.
   */
  readonly acted?: (id: string) => Promise<Acted | undefined>;
  /** Takes a genuine message and answers forged ones, each of them genuine but for one proof. */
  readonly forge?: (request: SampleRequest) => readonly Forgery[];
  /**
   * Opens a message that the server under test has sent: checks its signatures, and its content by the contract.
   *
   * @param known what the scenario knows by name, such as the secret to check with
   */
  readonly open?: (message: SentMessage, known: ReadonlyMap<string, unknown>) => Opened;
}

/** A message of the server under test, as it was received. */
export interface SentMessage {
  readonly operation: Operation;
  readonly request: SampleRequest;
  /** The body before it was parsed. */
  readonly text: string;
}

/** A message whose Base64 content is a decoded value, and what was wrong with it. */
export interface Opened {
  readonly request: SampleRequest;
  readonly faults: readonly string[];
}

export interface Acted {
  /** How often it acted on it. */
  readonly times: number;
  /** What it took the message to say, where it tells: the content that the message carries, as a value. */
  readonly content?: unknown;
}

/** A message that a receiver must refuse. */
export interface Forgery {
  readonly what: string;
  readonly request: SampleRequest;
}

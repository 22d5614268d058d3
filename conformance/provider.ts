import type { Operation, SampleRequest } from "@contract-toolkit/contract";
import type { SignatureScheme } from "./cases/receivers/signature-scheme.ts";
import type { CaseHead, ProviderState } from "./cases/case.ts";
import type { CredentialMakers } from "./cases/servers/credentials/credential-kinds.ts";
import type { HttpDecisions } from "./cases/servers/http-decisions.ts";
import type { Provocations } from "./cases/servers/http-case.ts";

/** Changes that setting up a provider state made for the case. */
export interface StateResult {
  /** Request headers that replace those of the case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Real values by the values that stand for them in the case. */
  readonly bindings?: Readonly<Record<string, string>>;
  /** Undoes the provider state after the case, if it would disturb other cases. */
  readonly undo?: () => Promise<unknown>;
}

/** Input of a provider. */
export interface StateContext {
  readonly server: URL;
  /** The case that is prepared, with its request if it has one. */
  readonly case: CaseHead & { readonly request?: SampleRequest };
  /** Headers for the requests that prepare the case: credentials, and headers of earlier provider states. */
  readonly headers: Readonly<Record<string, string>>;
  /** Makes a value of `length` characters that no other case has used. */
  fresh(length: number): string;
}

/** Sets up the provider states that cases need on one kind of server. */
export interface Provider {
  /** Headers for every request, unless they are given on the command line. */
  credentials?(server: URL): Promise<Readonly<Record<string, string>>>;
  /** Sets up provider states, by name. */
  readonly states: Readonly<
    Record<string, (values: ProviderState["values"], context: StateContext) => Promise<StateResult>>
  >;
  /**
   * Reads the state of the caller, without what changes by itself; undefined if it cannot be read. In scenarios, a request that
   * is refused must not change it. Without it, only the steps of the scenarios notice such an effect.
   */
  readonly readState?: (context: Pick<StateContext, "server" | "headers">) => Promise<unknown>;
  /**
   * Names of the provider states and operations that change the server for everybody, such as its clock. A case with one of
   * these is played alone, all others side by side. Without it, cases are played one at a time.
   */
  readonly exclusive?: {
    readonly states?: readonly string[];
    readonly operations?: readonly string[];
  };
  /** Decisions of the service on open points of HTTP, and its limits of bodies. */
  readonly http?: HttpDecisions;
  /**
   * Makes valid and invalid credentials by kind. Without it, only the cases that need no knowledge of credentials are played.
   */
  readonly makeCredential?: CredentialMakers;
  /** Makes the server try to send invalid responses. Without it, no such case is played. */
  readonly provocations?: Provocations;
  /**
   * Makes a changed message genuine again: encodes Base64 content that is given as a value, and signs every signature anew. A
   * missing signature stays missing.
   */
  readonly sign?: (request: SampleRequest) => SampleRequest | Promise<SampleRequest>;
  /** Gives a message a new id and the time at which it is sent, in Unix seconds. `sign` is called afterwards. */
  readonly stamp?: (
    request: SampleRequest,
    sent: { readonly id: string; readonly atSeconds: number },
  ) => SampleRequest;
  /**
   * Header with the id of a message, which is the same when the message is repeated. Without it, equal bodies are the same
   * message.
   */
  readonly messageIdHeader?: string;
  /**
   * Describes how messages are signed: signatures in the body first, then those that cover the body. Cases change each
   * signature in every way.
   */
  readonly signatures?: () => readonly SignatureScheme[];
  /**
   * Asks the receiver under test how often it acted on the message with an id; undefined if it cannot be asked. Without it,
   * only the receiver's responses are judged.
   */
  readonly acted?: (id: string) => Promise<Acted | undefined>;
  /**
   * Reads what an SVG picture on a visited page says, such as the content of a QR code; undefined if it says nothing. Without
   * it, pictures are not read.
   */
  readonly readPicture?: (svg: string) => Promise<string | undefined>;
  /**
   * Reads a message that the server under test has sent: verifies its signatures, and validates its content by the contract.
   *
   * @param known values that the scenario knows by name, such as the secret of the signatures
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

/** A message with its Base64 content decoded, and its violations. */
export interface Opened {
  readonly request: SampleRequest;
  readonly violations: readonly string[];
}

export interface Acted {
  /** Number of times that it acted on the message. */
  readonly times: number;
  /** The content that the receiver read from the message, as a value, if it reports it. */
  readonly content?: unknown;
}

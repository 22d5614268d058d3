import type { Operation, SampleRequest } from "@contract-toolkit/contract";
import type { Case, CaseHead } from "../case.ts";
import type { CredentialKind, CredentialPlace } from "./credentials/credential-kinds.ts";
import type { OpenPoint } from "./http-decisions.ts";
import type { RawForm } from "./raw-form.ts";

/** A documented request in another form. HTTP defines the result, independently of the operation. */
export interface HttpCase extends CaseHead {
  readonly kind: "http";
  readonly operation: Operation;
  readonly group: HttpGroup;
  readonly section: string;
  /** The sample whose request is sent, with its provider states. */
  readonly base: Case;
  /** A request that is sent instead of the sample's. The provider states get the sample's request. */
  readonly message?: SampleRequest;
  /** How the request differs on the wire. */
  readonly raw: RawForm;
  /** A credential that the provider makes, instead of the given one. */
  readonly credential?: { readonly kind: CredentialKind; readonly place: CredentialPlace };
  /** The invalid response that the server is provoked to send. */
  readonly spoil?: Spoil;
  readonly expected: Expectation;
  /** The request may be refused before the operation is known, so with a refusal of the service or of HTTP. */
  readonly isOutside?: true;
  /** HTTP leaves the result open. The service may have decided it. */
  readonly open?: OpenPoint;
}

export type HttpGroup =
  | "credentials"
  | "headers"
  | "bodies"
  | "targets"
  | "refusals"
  | "responses"
  | "neutral";

export type Expectation =
  /** It has the meaning of the sample, and gets the documented response, value by value. */
  | { readonly kind: "as-sample" }
  /** It gets the response of the sample or is refused. */
  | { readonly kind: "as-sample-or-refused" }
  | AsAnother
  | LetIn
  /** Any documented response or 4xx, but no server error. */
  | { readonly kind: "documented" }
  /** A server error, as documented if the contract documents one. */
  | { readonly kind: "failed" }
  /** It gets the response that it gets without the raw form, apart from values that the server makes. */
  | { readonly kind: "as-without" }
  | Refused
  | Unlike
  | LikeGet;

/** Further requests, with whose responses the response of the case is compared. */
export interface Comparison {
  readonly control: RawForm;
  /** The request without the value that the case changes. */
  readonly absent?: RawForm;
  /** A request with a method that is refused with `Allow`. */
  readonly refused?: RawForm;
}

/**
 * The response must differ from that of the sample. `control` certainly has another meaning than the sample: if it gets the response
 * of the sample too, nothing is concluded. Nor may the response be that of `absent`, because then the server ignored the value.
 */
export interface Unlike extends Comparison {
  readonly kind: "unlike-sample";
}

/** The value at a pointer with a difference of `differences` is another value. */
export interface AsAnother {
  readonly kind: "as-another";
  readonly pointer: string;
  readonly difference: string;
  /** It is not taken for one that was used before. Otherwise nothing is found by it. */
  readonly isNew: boolean;
}

/** The credential is accepted, also after the request `control`. The rest of the response is not judged. */
export interface LetIn extends Partial<Comparison> {
  readonly kind: "let-in";
}

/** HEAD is answered like GET (`control`), but without a body. `Allow` lists HEAD exactly if the server supports it. */
export interface LikeGet extends Comparison {
  readonly kind: "like-get";
}

export interface Refused {
  readonly kind: "refused";
  /** The allowed statuses; any 4xx if the contract documents none of them. */
  readonly statuses: readonly number[];
  /** The refusal must name these fields, if the contract has `@refusalsNameFields`. */
  readonly fields?: readonly string[];
  /** The refusal may name at most `count` of these fields. */
  readonly mostNamed?: { readonly fields: readonly string[]; readonly count: number };
  /** Texts that the refusal must not repeat. */
  readonly leftOut?: readonly string[];
  /** Error codes that the refusal must not have, because another problem comes first. */
  readonly codesExcluded?: readonly number[];
  /** The scheme that a 401 must ask for (RFC 9110, section 11.6.1). */
  readonly challenge?: string;
  /** Methods that `Allow` must list, and must not list. */
  readonly allow?: { readonly named: readonly string[]; readonly unnamed: readonly string[] };
  /** The request is repeated on the same connection. It must get the same status, unless the response closes the connection. */
  readonly isRepeated?: true;
}

/** Responses that a contract forbids. Undocumented headers are not among them, because HTTP allows additional headers. */
export const spoils = {
  "missing-field": "a body that lacks a field",
  "undocumented-field": "an undocumented field",
  "undocumented-field-inside": "an undocumented field in a nested object",
  "wrong-type": "a value of another type",
  "no-body": "no body where one is documented",
  "undocumented-status": "an undocumented status",
  "wrong-refusal": "a documented refusal with another body",
  thrown: "nothing, because its code throws an error",
} as const;

/** An invalid response that a server is provoked to send. */
export type Spoil = keyof typeof spoils;

/** How to provoke one invalid response. */
export interface Provocation {
  /** Headers of the request. */
  readonly headers: Readonly<Record<string, string>>;
  /** Texts of the invalid response or of the error that must not be sent. */
  readonly traces: readonly string[];
}

/** How a provider provokes the server under test. Responses without a function are not tested. */
export type Provocations = Readonly<
  Partial<Record<Spoil, (server: URL) => Provocation | Promise<Provocation>>>
>;

import type { Operation, SampleRequest } from "@contract-toolkit/kernel";
import type { Case, CaseHead } from "../case.ts";
import type { CredentialKind, CredentialPlace } from "./credentials/credential-kinds.ts";
import type { OpenPoint } from "./http-decisions.ts";
import type { Spoil } from "./spoilt-answers.ts";
import type { RawForm } from "./raw-form.ts";

/** A documented request in another form. What must come of it follows from HTTP, whatever the operation means. */
export interface HttpCase extends CaseHead {
  readonly kind: "http";
  readonly operation: Operation;
  readonly group: HttpGroup;
  readonly section: string;
  /** The sample whose request is sent, with its provider states. */
  readonly base: Case;
  /** A request that is sent in place of the sample's, whose provider states may work with the sample's own. */
  readonly message?: SampleRequest;
  /** What is different about the request on the wire. */
  readonly raw: RawForm;
  /** A credential that the provider makes, in place of the given one. */
  readonly credential?: { readonly kind: CredentialKind; readonly place: CredentialPlace };
  /** What the server is made to try to answer. */
  readonly spoil?: Spoil;
  readonly expected: Expectation;
  /** It may be refused before it is known which operation is meant, in words that are not the operation's. */
  readonly isOutside?: true;
  /** HTTP leaves open what is expected, unless the service has decided. */
  readonly open?: OpenPoint;
}

export type HttpGroup = "credentials" | "headers" | "bodies" | "targets" | "refusals" | "answers";

export type Expectation =
  /** It means what the sample's means: the documented answer, value by value. */
  | { readonly kind: "as-sample" }
  /** It is read as the sample's, or refused. */
  | { readonly kind: "as-sample-or-refused" }
  /** The credential is accepted. The rest of the answer is not judged. */
  | { readonly kind: "let-in" }
  | { readonly kind: "documented" }
  | { readonly kind: "failed" }
  | Refused
  | Unlike
  | LikeGet;

/** Further requests whose answers the case's own is compared with. */
export interface Comparison {
  readonly control: RawForm;
  /** The request without the value in question. */
  readonly absent?: RawForm;
  /** By a method that is refused with the methods that are supported. */
  readonly refused?: RawForm;
}

/**
 * It is not what the sample asks for. `control` is certainly another request: where that is answered as the sample is, nothing
 * follows. Nor is the request without the value a reading of it.
 */
export interface Unlike extends Comparison {
  readonly kind: "unlike-sample";
}

/** HEAD is answered as `control`, the same by GET, without the content. A server without HEAD says so in `Allow` as well. */
export interface LikeGet extends Comparison {
  readonly kind: "like-get";
}

export interface Refused {
  readonly kind: "refused";
  /** By one of these where the contract documents one of them; by any 4xx otherwise. */
  readonly statuses: readonly number[];
  /** What the refusal names, where the contract says that refusals name fields. */
  readonly fields?: readonly string[];
  /** Of these, the refusal names so many at most. */
  readonly mostNamed?: { readonly fields: readonly string[]; readonly count: number };
  readonly leftOut?: readonly string[];
  readonly codesExcluded?: readonly number[];
  /** Methods that `Allow` has to name, and must not name. */
  readonly allow?: { readonly named: readonly string[]; readonly unnamed: readonly string[] };
  /** The same again on the same connection is answered the same, unless the answer says that the connection ends. */
  readonly isRepeated?: true;
}

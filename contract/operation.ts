import type { BodyKind } from "./http/body-kinds.ts";
import type { ByStatus } from "./http/statuses.ts";

/** Where something stands in the TypeSpec: a file relative to the specification's root, line and column from 1. */
export interface SourcePosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A parameter of an operation in the path, the query, a header or a cookie. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  readonly type: ScalarType;
  readonly required: boolean;
  /** Several values; `explode` tells `a=1&a=2` from `a=1,2`, where `separator` stands for the comma if it is another. */
  readonly array?: { readonly explode: boolean; readonly separator?: " " | "|" };
  /** An object of a query whose fields are in brackets (`filter[size]=2`): what they stand for, by name. */
  readonly fields?: Readonly<Record<string, FieldType>>;
  /** Of a header that HTTP negotiates (`negotiate`): the values that are documented, if there are only these. */
  readonly negotiated?: readonly string[];
  /** The value carries the caller's credentials: a client sets it once, a handler never sees it. */
  readonly credential?: true;
}

/** What the text of a parameter or header stands for. */
export type ScalarType = "string" | "integer" | "number" | "boolean";

/** What a field of an object in a query stands for; a list is the field several times. */
export interface FieldType {
  readonly type: ScalarType;
  readonly list?: true;
}

/** What the text of a header of an answer stands for; a list has commas between its items. */
export type HeaderType = FieldType;

/** Where a credential of a security scheme is sent. */
export interface SchemeCredential {
  /** As the OpenAPI document names the scheme. */
  readonly scheme: string;
  readonly in: "header" | "query" | "cookie";
  readonly name: string;
  /** What stands before the credential in the header "Authorization"; of `Basic`, what follows is Base64. */
  readonly type?: string;
}

/** A parameter that always has one of a few values, by which operations of one method and path are told apart. */
export interface Constant {
  readonly in: "query" | "header";
  /** Of a header in lower case. */
  readonly name: string;
  /** As they stand on the wire; of `content-type` without parameters. */
  readonly values: readonly string[];
}

/** One HTTP operation as data. */
export interface Operation {
  readonly id: string;
  readonly method: "GET" | "HEAD" | "PUT" | "POST" | "PATCH" | "DELETE";
  /** Path with `{name}` for each path parameter. */
  readonly path: string;
  /**
   * Where others have this method and path: a request is meant for this one if it has all of these. Empty: if it is meant for
   * none of the others.
   */
  readonly when?: readonly Constant[];
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  /**
   * Credentials that a request carries beside its parameters: those of one of the alternatives. An empty one demands none.
   */
  readonly security?: readonly (readonly SchemeCredential[])[];
  readonly body?: BodyContents & { readonly required: boolean };
  /** The Content-Type of a request; set also without a body where the service demands one. */
  readonly contentType?: string;
  readonly responses: ByStatus<Response>;
  /** A client may repeat it by itself after a transport failure. */
  readonly retryable: boolean;
  readonly source: SourcePosition;
}

/** What a body of one content type is made of. */
export interface BodyContent {
  readonly contentType: string;
  /** Of a form: what each of its fields stands for. */
  readonly fields?: Readonly<Record<string, FormField>>;
  /** How it is read and written, unless as JSON. It is decided once, so that a client contains no code for that. */
  readonly kind?: Exclude<BodyKind, "json">;
}

/** A body by its content types: the one that is sent unless another is chosen, and the others. */
export interface BodyContents extends BodyContent {
  readonly others?: readonly BodyContent[];
}

/** What a field of a form stands for. */
export interface FormField {
  /** The text of a scalar, JSON, or the bytes of a file; the last two in forms of several parts only. */
  readonly type: ScalarType | "json" | "file";
  /** It may be there several times. */
  readonly list?: true;
  /** Of a file: the content types that it may have, if they are listed. */
  readonly contentTypes?: readonly string[];
}

/** One status that an operation answers with. Without a content type, the response has no body. */
export interface Response extends Partial<BodyContents> {
  readonly headers: readonly string[];
  /** Of headers that are no texts, by name. */
  readonly headerTypes?: Readonly<Record<string, HeaderType>>;
  /** Of an error: the property of the body that holds its code, and the codes that are documented, if they are listed. */
  readonly errorCode?: {
    readonly property: string;
    readonly codes: readonly number[];
  };
}

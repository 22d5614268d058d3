import type { XmlBody } from "./xml/xml-body.ts";
import type { ByStatus } from "./http/statuses.ts";
import type { ScalarType } from "./http/scalar-type.ts";

/** A position in the TypeSpec: a file relative to the specification's root, line and column from 1. */
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
  /**
   * Set for a list. With `explode` the parameter is repeated (`a=1&a=2`). Otherwise `separator` is between items; default: a
   * comma. A text of `singles` is a value instead of a list.
   */
  readonly array?: {
    readonly explode: boolean;
    readonly separator?: " " | "|";
    readonly singles?: readonly string[];
  };
  /**
   * Set for an object in a path, and in a query without brackets. With `explode`, a field is `name=value` (in a query, a
   * parameter of its own). Otherwise names and values are the items of a list.
   */
  readonly object?: ObjectForm;
  /** Types of an object's fields by name. In a query they are in brackets (`filter[size]=2`). */
  readonly fields?: Readonly<Record<string, FieldType>>;
  /** For a negotiated header (`negotiate`): the documented values, if they are limited. */
  readonly negotiated?: readonly string[];
  /** The value is a credential. A client sets it once, and a handler never sees it. */
  readonly credential?: true;
}

/** How an object is written without brackets, and the types of its fields. */
export interface ObjectForm {
  readonly explode: boolean;
  readonly fields: Readonly<Record<string, FieldType>>;
  /** The type of fields with other names; texts if it is absent. */
  readonly others?: FieldType;
}

/** The type of a field of an object in a query. A list repeats the field. */
export interface FieldType {
  readonly type: ScalarType;
  readonly list?: true;
}

/** The type of a header of a response. Items of a list are separated by commas. */
export type HeaderType = FieldType;

/** Where the credential of a security scheme is sent. */
export interface SchemeCredential {
  /** The scheme's name in the OpenAPI document. */
  readonly scheme: string;
  readonly in: "header" | "query" | "cookie";
  readonly name: string;
  /** The scheme of the header "Authorization". After `Basic`, the credential is Base64. */
  readonly type?: string;
}

/** A parameter with fixed values, which distinguishes operations that share method and path. */
export interface Constant {
  readonly in: "query" | "header";
  /** A header's name is in lower case. */
  readonly name: string;
  /** The values on the wire; of `content-type` without parameters. */
  readonly values: readonly string[];
}

/** One HTTP operation as data. */
export interface Operation {
  readonly id: string;
  readonly method: "GET" | "HEAD" | "PUT" | "POST" | "PATCH" | "DELETE";
  /** Path with `{name}` for each path parameter. */
  readonly path: string;
  /** The path as a URI template (RFC 6570), if a parameter has an operator or is an object: `/reports{/year*}`. */
  readonly template?: string;
  /**
   * Set if other operations have this method and path. This operation is selected if the request has all of these values. An
   * operation with an empty list is selected if no other one is.
   */
  readonly when?: readonly Constant[];
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  /**
   * Credentials beside the parameters, as alternatives. An empty alternative requires none.
   */
  readonly security?: readonly (readonly SchemeCredential[])[];
  readonly body?: BodyContents & { readonly required: boolean };
  /** The Content-Type of a request without a body, which a service may require. */
  readonly contentType?: string;
  readonly responses: ByStatus<Response>;
  /** Set for a list (`@list`) whose next page can be asked for. */
  readonly paging?: Paging;
  /** Whether a client may repeat it after a transport failure. */
  readonly retryable: boolean;
  readonly source: SourcePosition;
}

/** An operation with the types of its messages, which no value has. A client finds its methods by them. */
export interface TypedOperation<Types> extends Operation {
  readonly types?: Types;
}

/** The pages of a list. */
export interface Paging {
  /** The names that lead to the items in the body of a success. */
  readonly items: readonly string[];
  readonly next: NextPage;
}

/**
 * How the next page is asked for: with the link or the token of a response, with the number of the page, or with the number of items
 * before it. The first page has the number `first`.
 */
export type NextPage =
  | { readonly by: "link"; readonly at: ResponsePlace }
  | { readonly by: "token"; readonly at: ResponsePlace; readonly parameter: PageParameter }
  | {
      readonly by: "number" | "offset";
      readonly first: number;
      readonly parameter: PageParameter;
      /** Where a page has the number of items on all pages. */
      readonly total?: ResponsePlace;
    };

/** A parameter of the next page. */
export interface PageParameter {
  readonly in: "query" | "header";
  readonly name: string;
}

/** Where a response has a value: in a header, or in the body, by the names that lead to it. */
export type ResponsePlace = { readonly header: string } | { readonly body: readonly string[] };

/** How a body is read and written: `json`, `xml`, `text` and `form` as a whole, `bytes`, `parts` and `events` as streams. */
export type BodyKind = "json" | "xml" | "text" | "form" | "bytes" | "parts" | "events";

/** A body of one content type. */
export interface BodyContent {
  readonly contentType: string;
  /** The fields of a form. */
  readonly fields?: Readonly<Record<string, FormField>>;
  /** How the value is written in XML. */
  readonly xml?: XmlBody;
  /** How it is read and written, if not as JSON. It is stored here so that a client needs no code to find it out. */
  readonly kind?: Exclude<BodyKind, "json">;
}

/** A body by content type: the default one, and the others. */
export interface BodyContents extends BodyContent {
  readonly others?: readonly BodyContent[];
}

/** A field of a form. */
export interface FormField {
  /** `json` (JSON text) and `file` (bytes) occur only in forms of several parts. */
  readonly type: ScalarType | "json" | "file";
  /** Whether it may be repeated. */
  readonly list?: true;
  /** Set on a list that must be given. */
  readonly required?: true;
  /** The allowed content types of a file, if they are listed. */
  readonly contentTypes?: readonly string[];
}

/** One documented response. Without a content type, it has no body. */
export interface Response extends Partial<BodyContents> {
  readonly headers: readonly string[];
  /** Types of headers that are not texts, by name. */
  readonly headerTypes?: Readonly<Record<string, HeaderType>>;
  /** For errors: the property of the body with the error code, and its codes if they are listed. */
  readonly errorCode?: {
    readonly property: string;
    readonly codes: readonly number[];
  };
}

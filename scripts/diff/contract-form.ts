import type { Schema, XmlBody } from "@contract-toolkit/contract";

/** A contract in the form in which two contracts are compared: operations by method and path, messages as schemas. */
export interface ContractForm {
  readonly title: string;
  readonly version: string;
  /** The TypeSpec position of the version; undefined for a document. */
  readonly position: string | undefined;
  /** Whether its document is of OpenAPI 3.0. */
  readonly is30: boolean;
  /** By method and path, with path parameters as `{}`. */
  readonly operations: ReadonlyMap<string, OperationForm>;
  readonly resolve: (ref: string) => Schema | undefined;
  /** Keywords of a document that are not what they have to be, so that they say nothing. */
  readonly ignored?: readonly string[];
  /** The contract without the enforced schemas that it was generated with, to be compared with a document of a version. */
  readonly asDocument?: (is30: boolean) => ContractForm;
}

/** One operation, or one callback. */
export interface OperationForm {
  /** The operationId, or method and path if there is none. */
  readonly name: string;
  /** Method and path. */
  readonly title: string;
  readonly operationId: string | undefined;
  /** The sender of the request. The service sends callbacks and webhooks to its user. */
  readonly caller: "user" | "service";
  readonly request: MessageForm;
  /** The serialization of each parameter and form field, by location and name such as `query ids`. */
  readonly styles: ReadonlyMap<string, FieldStyle>;
  /** By status, range (`4XX`) or `default`. */
  readonly responses: ReadonlyMap<string, MessageForm>;
  /** Alternative security requirements, at least one. An empty one needs no credential. */
  readonly security: readonly SecurityWay[];
  /** The servers, by the URL that the operation has at each. */
  readonly servers: ReadonlyMap<string, string>;
  readonly lifecycle: Lifecycle;
  readonly position: string | undefined;
}

/** How a parameter is written. */
export interface FieldStyle {
  /** A style such as `form`, or a content type. */
  readonly style: string;
  /** Undefined if the value cannot be a list or an object. */
  readonly isExploded: boolean | undefined;
  /** Whether the document does not say the content type, so that it follows from the schema. */
  readonly isImplied: boolean;
  /** Whether an empty value is sent for none (`allowEmptyValue`). */
  readonly allowsEmpty: boolean;
  /** Whether reserved characters are not percent-encoded (`allowReserved`). */
  readonly allowsReserved: boolean;
}

/** A request or a response. */
export interface MessageForm {
  /** Parameters by location, such as `query`, and the headers of parts of a multipart body. Each part is the schema of an object. */
  readonly parts: ReadonlyMap<string, Schema>;
  readonly body: BodyForm;
  /** What each link of a response says, by its name. */
  readonly links: ReadonlyMap<string, string>;
}

export interface BodyForm {
  readonly isRequired: boolean;
  readonly content: ReadonlyMap<string, Schema>;
  /** How the body is written in XML, by content type. */
  readonly xml: ReadonlyMap<string, XmlBody>;
}

/** One security requirement: its schemes by what each sends on the wire, so that their names do not matter. */
export type SecurityWay = ReadonlyMap<string, SecurityNeed>;

/** A scheme of a security requirement. */
export interface SecurityNeed {
  readonly name: string;
  readonly scopes: readonly string[];
  /** URLs of OAuth2, by flow and name. */
  readonly flows: ReadonlyMap<string, string>;
}

/** Deprecation, sunset and stability. */
export interface Lifecycle {
  readonly isDeprecated: boolean;
  /** The text of `x-sunset`. */
  readonly sunset: string | undefined;
  /** The text of `x-stability-level`. */
  readonly stability: string | undefined;
}

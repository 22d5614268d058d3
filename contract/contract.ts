import type { ByteBody, ByteSource } from "./http/byte-body.ts";
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
export interface HeaderType {
  readonly type: ScalarType;
  readonly list?: true;
}

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
  readonly safeToRepeat: boolean;
  readonly source: SourcePosition;
}

/** What a body of one content type is made of. */
export interface BodyContent {
  readonly contentType: string;
  /** Of a form: what each of its fields stands for. */
  readonly fields?: Readonly<Record<string, FormField>>;
  /** Of a stream of events: the data of each is JSON of one documented type. */
  readonly isEventsOfType?: true;
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

/** The static types of one operation, as they are on the wire. */
export interface OperationTypes {
  id: string;
  path: object;
  query: object;
  headers: object;
  /** Where it has any. */
  cookies?: object;
  body: unknown;
  /** Bodies by content type, where there are several; `body` is that of the first. */
  contents?: object;
  /** Security schemes, and documented headers, that carry credentials. */
  credentials?: string;
  /** Names of parameters that a default fills in when the client leaves them out. */
  defaults: string;
  status: number;
  responses: { [status: number]: AnswerTypes };
}

/** The static types of one answer: its body and, where it may have several content types, its bodies by content type. */
export interface AnswerTypes {
  headers: object;
  body: unknown;
  contents?: object;
}

/** A named set of operation types, by operationId. */
export type OperationMap<Types> = { [Id in keyof Types]: OperationTypes };

/** The security schemes of a contract, and its documented headers that carry credentials. */
export type CredentialNames<Types extends OperationMap<Types>> = NonNullable<
  Types[keyof Types]["credentials"]
>;

/** One thing wrong with a message: where, what is allowed there, and the error code it answers if it is not the general one. */
export interface Fault {
  /** JSON pointer from the message's root, for example `/body/content/pages`. */
  readonly pointer: string;
  readonly reason: string;
  readonly code?: number;
  /** Path of the broken rule in the contract's schemas; `messages.json` tells where its TypeSpec is. */
  readonly rule?: string;
  /** Set in the last of a list that was cut: how many more it stands for. Its pointer is empty. */
  readonly omitted?: number;
}

/** A validation function compiled ahead of time. `errors` holds the faults of the last call that answered false. */
export interface Validate {
  (message: unknown): boolean;
  errors?: readonly ValidationError[] | null;
}

/** What the compiled validator reports for one broken keyword of the schema. */
export interface ValidationError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Validators of one operation: of `{ path, query, headers, body }`, and by status of `{ headers, body }`. */
export interface OperationValidators {
  readonly request: Validate;
  readonly responses: ByStatus<Validate>;
}

/** A generated contract: a plain value that the toolkit's generic parts work with. */
export interface Contract<Types extends OperationMap<Types> = Record<string, OperationTypes>> {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly operations: { readonly [Id in keyof Types]: Operation };
  /** `responses` refuse what is not documented; a client's own tolerate it. */
  readonly validators: { readonly [Id in keyof Types]: OperationValidators };
  /** Validators of `{ body }` that the service answers, by status, outside any operation. */
  readonly refusals: { readonly [status: number]: Validate };
  /** Validators of the content of Base64 strings (`x-content-schema`), by component. */
  readonly contentValidators: { readonly [component: string]: Validate };
  /** Error code of a value outside its bounds, by schema path without the keyword. */
  readonly boundsCodes: Readonly<Record<string, number>>;
  /** Never set: it lets the static types be inferred from the value. */
  readonly types?: Types;
}

/** A documented exchange, to be replayed: its provider states, what is sent, what is answered. */
export interface Sample {
  readonly operation: string;
  readonly name: string;
  readonly why: string;
  readonly source: SourcePosition;
  readonly providerStates: readonly {
    readonly name: string;
    readonly values: Readonly<Record<string, unknown>>;
  }[];
  readonly request: SampleRequest;
  readonly response: SampleResponse;
  /** Request values that a replay makes afresh, as long as they may be. */
  readonly fresh: readonly {
    readonly pointer: string;
    readonly maxLength?: number;
  }[];
  /** JSON pointers of response values that the server makes, or could make as well: compared by type and format. */
  readonly serverMade: readonly string[];
}

/** A request by its parts. Header names are as documented. */
export interface SampleRequest {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  /** Where the operation documents any. */
  readonly cookies?: Readonly<Record<string, unknown>>;
  /** Of the body, where the operation takes several. */
  readonly contentType?: string;
  /** Which content type the answer is to have, where it may have several. */
  readonly accept?: string;
  readonly body?: unknown;
}

/** A response by its parts. */
export interface SampleResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** Of the body, where the status may have several. */
  readonly contentType?: string;
  readonly body?: unknown;
}

/**
 * Proof that a handler has answered operation `T`: only its `reply` makes one. The proof is structural, so that
 * contracts that were generated apart go together.
 */
export interface Replied<T extends OperationTypes> {
  readonly repliedTo: T["id"];
}

/**
 * Answers operation `T` with one of its documented statuses, and that status's body and headers. A body with a field that is
 * not documented does not compile, even if it was made elsewhere.
 *
 * Where a status has several content types, the header "content-type" chooses one; the first is sent without. A body of bytes
 * may be a stream, whose length the header "content-length" tells if it is known.
 *
 * @example
 * reply(200, "id,name\n", { "content-type": "text/csv" });
 */
export type Reply<T extends OperationTypes> = <
  S extends T["status"],
  Body extends Sendable<BodyOfType<T["responses"][S], Type>>,
  Type extends TypesOf<T["responses"][S]> = never,
>(
  status: S,
  body: Body & NothingElse<Body, Sendable<BodyOfType<T["responses"][S], Type>>>,
  ...headers: HeadersOf<T["responses"][S]["headers"], SentHeaders<T["responses"][S], Type>>
) => Replied<T>;

/** Content types that an answer may be given. */
type TypesOf<Answer extends AnswerTypes> = Answer extends { contents: infer Contents }
  ? keyof Contents & string
  : never;

type BodyOfType<Answer extends AnswerTypes, Type extends string> = [Type] extends [never]
  ? Answer["body"]
  : Answer extends { contents: infer Contents }
    ? Contents[Type & keyof Contents]
    : never;

/** Headers of an answer that say what its body is. */
type SentHeaders<Answer extends AnswerTypes, Type extends string> = (Answer extends {
  contents: object;
}
  ? { readonly "content-type"?: Type }
  : unknown) &
  (Answer["body"] extends ByteBody ? { readonly "content-length"?: number } : unknown);

/** What can be sent for a body: of a stream, whatever gives what is in it. */
export type Sendable<Body> = unknown extends Body
  ? Body
  : Body extends ByteBody
    ? ByteSource
    : Body extends EventStream<infer Event>
      ? AsyncIterable<Event> | Iterable<Event>
      : Body extends FormBody<infer Fields>
        ? FormValues<Fields>
        : Body;

/** Events that come one after another. They can be read once, and whoever stops reading ends the transfer. */
export interface EventStream<Event> extends AsyncIterable<Event> {
  readonly kind: "events";
}

/**
 * A form of several parts, which come one after another. Each field has been validated when it is handed out. At the end the
 * whole form is: what is wrong with it then rejects, so that what was made of its parts has to be undone.
 */
export interface FormBody<Fields extends object> extends AsyncIterable<FormPart<Fields>> {
  readonly kind: "form";
  /** All parts by name, files in memory, when the whole form has been validated. */
  read(): Promise<Fields>;
}

/** One part of a form: the value of a field, or a file. Files have to be read, or passed over, before the next part comes. */
export type FormPart<Fields extends object> = {
  [Name in keyof Fields & string]: PartOf<Name, ItemIn<NonNullable<Fields[Name]>>>;
}[keyof Fields & string];

type PartOf<Name extends string, Value> = Value extends FormFile
  ? FormFile & { readonly name: Name }
  : { readonly name: Name; readonly value: Value };

type ItemIn<Value> = Value extends readonly (infer Item)[] ? Item : Value;

/** A file in a form. Its name is the sender's, and no path. */
export interface FormFile {
  readonly filename: string | undefined;
  readonly contentType: string;
  readonly body: ByteBody;
}

/** The fields of a form as types of the wire have them, with what stands for its files instead of their bytes. */
export type WithFiles<Fields, Files> = {
  [Name in keyof Fields]: Name extends keyof Files ? Files[Name] : Fields[Name];
};

/** What a client sends for a form: of a file, its bytes; a `File` has a name and a content type besides. */
export type FormValues<Fields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends readonly (infer Item)[] | undefined
    ? Item extends FormFile
      ? readonly SentFile[] | Extract<Fields[Name], undefined>
      : Fields[Name]
    : NonNullable<Fields[Name]> extends FormFile
      ? SentFile | Extract<Fields[Name], undefined>
      : Fields[Name];
};

/** The bytes of a file in a form. */
export type SentFile = Blob | Uint8Array;

/** What no field can be, so that the compiler's message says why. */
interface Undocumented {
  readonly [reason]: "This field is not documented.";
}
declare const reason: unique symbol;

/**
 * `Given` without fields, at any depth, that none of the `Documented` alternatives has. Nothing is said of what has any type,
 * and of names that only the run time knows.
 */
type NothingElse<Given, Documented> = unknown extends Documented
  ? Given
  : Given extends Scalar | ByteSource | AsyncIterable<unknown>
    ? Given
    : Given extends readonly (infer Item)[]
      ? readonly NothingElse<Item, ItemOf<Documented>>[]
      : {
          [Name in keyof Given]: string extends Name
            ? Given[Name]
            : Name extends NamesOf<Documented>
              ? NothingElse<Given[Name], ValueOf<Documented, Name>>
              : Undocumented;
        };

type Scalar = string | number | boolean | bigint | null | undefined;
type ItemOf<Documented> = Documented extends Iterable<infer Item> ? Item : never;
type NamesOf<Documented> = Documented extends unknown ? keyof Documented : never;
type ValueOf<Documented, Name> = Documented extends unknown
  ? Name extends keyof Documented
    ? Documented[Name]
    : never
  : never;

/** Headers may be left out where none is required. */
type HeadersOf<Headers extends object, Further> =
  Partial<Headers> extends Headers ? [headers?: Headers & Further] : [headers: Headers & Further];

/** What a handler of operation `T` receives: validated, coerced, with defaults filled in. */
export type Received<T extends OperationTypes, Context, Request = unknown> = ReceivedParts<
  T,
  Context,
  Request
> &
  ReceivedBody<T>;

/** The body, told apart by its content type where there are several. */
export type ReceivedBody<T extends { body: unknown; contents?: object }> = T extends {
  contents: infer Contents;
}
  ?
      | {
          [Type in keyof Contents]: {
            readonly contentType: Type;
            readonly body: Contents[Type];
          };
        }[keyof Contents]
      | (undefined extends T["body"]
          ? { readonly contentType: undefined; readonly body: undefined }
          : never)
  : { readonly body: T["body"] };

interface ReceivedParts<T extends OperationTypes, Context, Request> {
  readonly path: T["path"];
  readonly query: Defaulted<T["query"], T["defaults"]>;
  readonly headers: Defaulted<T["headers"], T["defaults"]>;
  /** Those that are documented and are no credentials. */
  readonly cookies: Defaulted<CookiesOf<T>, T["defaults"]>;
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal;
  /**
   * Which of the content types of a status the client would rather have, by its header "Accept"; the first where it does not
   * care, or takes none of them.
   */
  readonly preferred: <S extends T["status"]>(status: S) => PreferredType<T["responses"][S]>;
  readonly context: Context;
  /** The request of the exchange as the application has it, with what its middleware has put there, not validated. */
  readonly request: Request;
}

/** The cookies of operation `T`; one without any has an object without fields. */
export type CookiesOf<T extends OperationTypes> = T extends { cookies: infer Cookies }
  ? Cookies
  : object;

type PreferredType<Answer extends AnswerTypes> = [TypesOf<Answer>] extends [never]
  ? string
  : TypesOf<Answer>;

type Defaulted<P, Names extends string> = {
  [Name in keyof P as Name extends Names ? never : Name]: P[Name];
} & { [Name in keyof P as Name extends Names ? Name : never]-?: P[Name] };

/** Fills in operation `T`: answers at once, or prepares its answer. */
export type Handler<T extends OperationTypes, Context, Request = unknown> =
  | AnsweringHandler<T, Context, Request>
  | PreparingHandler<T, Context, Request>;

/** Answers a request of operation `T`. */
export type AnsweringHandler<T extends OperationTypes, Context, Request = unknown> = (
  request: Received<T, Context, Request>,
  reply: Reply<T>,
) => Replied<T> | Promise<Replied<T>>;

/** Fills in an operation `T` whose requests may be refused for what no schema can know. */
export interface PreparingHandler<T extends OperationTypes, Context, Request = unknown> {
  /**
   * Refuses by throwing, before bounds with an error code of their own are judged, and must change nothing: the request
   * may still be refused. What it has found out reaches the function that answers, which is its result.
   */
  readonly prepare: (
    request: Received<T, Context, Request>,
  ) => Answering<T> | Promise<Answering<T>>;
}

/** What is left to do of a request that has been prepared. */
export type Answering<T extends OperationTypes> = (
  reply: Reply<T>,
) => Replied<T> | Promise<Replied<T>>;

/** The static types of one operation, as on the wire. */
export interface OperationTypes {
  id: string;
  path: object;
  query: object;
  headers: object;
  /** Only if there are any. */
  cookies?: object;
  body: unknown;
  /** Bodies by content type, if there are several. `body` is the first. */
  contents?: object;
  /** Security schemes, and documented headers, with credentials. */
  credentials?: string;
  /** Names of parameters that have a default. */
  defaults: string;
  status: number;
  responses: { [status: number]: ResponseTypes };
  /** Argument and result of a client's method. */
  call?: readonly [request?: object];
  result?: object;
  /** An item of a list, if its pages can be read. */
  item?: unknown;
}

/** The static types of one response. `contents` are its bodies by content type, if there are several. */
export interface ResponseTypes {
  headers: object;
  body: unknown;
  contents?: object;
}

/** The response to a call. Equal responses of many operations are one type for the compiler. */
export interface StatusResponse<Status extends number, Body, Headers extends object = object> {
  readonly status: Status;
  readonly headers: Headers;
  readonly body: Body;
  readonly requestId: string | undefined;
}

/** A named set of operation types, by operationId. */
export type OperationMap<Types> = { [Id in keyof Types]: OperationTypes };

/** What a client requires of an operation map. The compiler compares all operations with it before the first call. */
export type CallableMap<Types> = {
  [Id in keyof Types]: Pick<OperationTypes, "credentials" | "id">;
};

/** Names of a contract's security schemes, and of its documented headers with credentials. */
export type CredentialNames<Types extends CallableMap<Types>> = NonNullable<
  Types[keyof Types]["credentials"]
>;

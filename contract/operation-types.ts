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
  /** What a client's method takes, and answers. */
  call?: readonly [request?: object];
  answer?: object;
}

/** The static types of one answer: its body and, where it may have several content types, its bodies by content type. */
export interface AnswerTypes {
  headers: object;
  body: unknown;
  contents?: object;
}

/** What a call answers with a status. Answers of many operations that are alike are one type to the compiler. */
export interface StatusAnswer<Status extends number, Body, Headers extends object = object> {
  readonly status: Status;
  readonly headers: Headers;
  readonly body: Body;
  readonly requestId: string | undefined;
}

/** A named set of operation types, by operationId. */
export type OperationMap<Types> = { [Id in keyof Types]: OperationTypes };

/** The same, as far as a client has to be sure of it: the compiler compares all operations with it before the first call. */
export type CallableMap<Types> = {
  [Id in keyof Types]: Pick<OperationTypes, "credentials" | "id">;
};

/** The security schemes of a contract, and its documented headers that carry credentials. */
export type CredentialNames<Types extends CallableMap<Types>> = NonNullable<
  Types[keyof Types]["credentials"]
>;

import type { BodyContent, HeaderType, Parameter } from "@contract-toolkit/kernel";
import type { FailedCall } from "../errors.ts";

/** What `fetch` sends. */
export type SentBody =
  | string
  | Uint8Array<ArrayBuffer>
  | Blob
  | FormData
  | ReadableStream<Uint8Array>;

/** What sends forms. */
export interface FormCodec {
  /** @throws {TypeError} for what is no form */
  toSend(content: BodyContent, value: unknown): SentBody;
}

/** What sends bytes, and reads bytes and events while they come. */
export interface StreamCodec {
  /** @throws {TypeError} for what has no bytes */
  toSend(value: unknown): SentBody;
  /** The body of an answer whose bytes are still coming. */
  read(response: Response, reading: StreamReading): unknown;
}

/** What writes and reads parameters and headers that are more than one text. */
export interface StyleCodec {
  cookieText(values: Readonly<Record<string, unknown>>): string;
  headerText(value: unknown): string;
  headerValue(type: HeaderType, text: string): unknown;
  /** Pairs of name and value, percent-encoded. */
  queryText(
    name: string,
    value: unknown,
    separator: NonNullable<Parameter["array"]>["separator"],
  ): string[];
}

/** How a stream is read. */
export interface StreamReading {
  readonly isEvents: boolean;
  /** Throws for what is outside the contract: bytes, a list without events, or one with the event that has come. */
  readonly judge: (body: unknown) => void;
  readonly call: FailedCall;
  /** Ends what is still coming. */
  readonly signal: AbortSignal | undefined;
}

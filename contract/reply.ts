import type { Sendable } from "./body-types.ts";
import type { ByteBody, ByteSource } from "./http/byte-body.ts";
import type { AnswerTypes, OperationTypes } from "./operation-types.ts";

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
export type TypesOf<Answer extends AnswerTypes> = Answer extends { contents: infer Contents }
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

import type { Sendable } from "./body-types.ts";
import type { ByteBody, ByteSource } from "./http/byte-body.ts";
import type { ResponseTypes, OperationTypes } from "./operation-types.ts";

/**
 * Proof that a handler has answered operation `T`. Only `reply` makes one. It is structural, so that separately generated
 * contracts are compatible.
 */
export interface Replied<T extends OperationTypes> {
  readonly repliedTo: T["id"];
}

/**
 * Answers operation `T` with a documented status and its body and headers. A body with an undocumented field does not
 * compile, even if the body comes from a variable.
 *
 * If a status has several content types, the header "content-type" selects one; the default is the first. A body of bytes may
 * be a stream. If you know its length, give it in the header "content-length".
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

/** Content types that a response can select. */
export type TypesOf<Documented extends ResponseTypes> = Documented extends {
  contents: infer Contents;
}
  ? keyof Contents & string
  : never;

type BodyOfType<Documented extends ResponseTypes, Type extends string> = [Type] extends [never]
  ? Documented["body"]
  : Documented extends { contents: infer Contents }
    ? Contents[Type & keyof Contents]
    : never;

/** Headers that describe the body of a response. */
type SentHeaders<Documented extends ResponseTypes, Type extends string> = (Documented extends {
  contents: object;
}
  ? { readonly "content-type"?: Type }
  : unknown) &
  (Documented["body"] extends ByteBody ? { readonly "content-length"?: number } : unknown);

/** The type of undocumented fields. No value has it, and the compiler's message contains the reason. */
interface Undocumented {
  readonly [reason]: "This field is not documented.";
}
declare const reason: unique symbol;

/**
 * `Given`, where fields that no `Documented` alternative has are `Undocumented`, at any depth. Values of type `any`, and names
 * that are known only at run time, are not checked.
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

/** Headers can be left out if none is required. */
type HeadersOf<Headers extends object, Further> =
  Partial<Headers> extends Headers ? [headers?: Headers & Further] : [headers: Headers & Further];

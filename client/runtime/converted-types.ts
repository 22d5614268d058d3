import type {
  CallableMap,
  Conversions,
  ConvertedFormat,
  EventStream,
  OperationTypes,
} from "@contract-toolkit/contract";

import type { Method } from "./contract-client.ts";

/** The types that values are converted to. */
export interface ConvertedTypes {
  /** `Date` for date-times. */
  readonly dates?: boolean;
  /** `bigint` for integers of 64 bits. */
  readonly bigints?: boolean;
}

/** A client whose values are converted. */
export type ConvertedClient<
  Types extends CallableMap<Types>,
  Given extends Conversions,
  Chosen extends ConvertedTypes,
> = {
  readonly [Id in keyof Types]: Method<ConvertedOperations<Types, Given, Chosen>[Id]>;
};

/** The types of operations whose values are converted, for `createLists`. */
export type ConvertedOperations<
  Types extends CallableMap<Types>,
  Given extends Conversions,
  Chosen extends ConvertedTypes,
> = {
  [Id in keyof Types]: ConvertedOperation<
    Types[Id],
    Id extends keyof Given["operations"] ? Given["operations"][Id] : undefined,
    How<Given["components"], Chosen, false>
  >;
};

type ConvertedOperation<
  T extends Pick<OperationTypes, "credentials" | "id">,
  Own,
  H extends AnyHow,
> = Pick<T, "credentials" | "id"> &
  (T extends { call: infer Call; result: infer Response }
    ? {
        call: ConvertedCall<Call, Own extends { request: infer Request } ? Request : undefined, H>;
        result: ConvertedResult<
          Response,
          Own extends { responses: infer Bodies } ? Bodies : undefined,
          H
        >;
      }
    : unknown) &
  (T extends { item: infer Item }
    ? { item: Converted<Item, Own extends { item: infer Own } ? Own : undefined, H> }
    : unknown);

/** How values are converted: the components of the contract, the chosen types, and whether the value decides. */
interface How<Components, Chosen, Maybe> {
  components: Components;
  chosen: Chosen;
  maybe: Maybe;
}

type AnyHow = How<unknown, unknown, unknown>;

type ConvertedCall<Call, Request, H extends AnyHow> = {
  [Index in keyof Call]: Converted<Call[Index], Request, H>;
};

type ConvertedResult<Response, Bodies, H extends AnyHow> = Response extends {
  readonly status: infer Status extends number;
}
  ? {
      [Name in keyof Response]: Name extends "body"
        ? Converted<Response[Name], BodyOf<Bodies, `${Status}`>, H>
        : Response[Name];
    }
  : Response;

type BodyOf<Bodies, Status> = Status extends keyof Bodies
  ? Bodies[Status]
  : Status extends `${infer Digit}${string}`
    ? `${Digit}XX` extends keyof Bodies
      ? Bodies[`${Digit}XX`]
      : Bodies extends { default: infer Body }
        ? Digit extends "4" | "5"
          ? Body
          : undefined
        : undefined
    : undefined;

/** The type of a value that is converted as `convertValues` does it. It is unknown if the conversion is known at run time only. */
type Converted<T, Conversion, H extends AnyHow> = ConvertedFormat extends Conversion
  ? unknown
  : Conversion extends ConvertedFormat
    ? ConvertedScalar<T, Conversion, H["chosen"], H["maybe"]>
    : Conversion extends { component: infer Name extends keyof H["components"] }
      ? Converted<T, H["components"][Name], H>
      : Conversion extends { maybe: infer Inner }
        ? Converted<T, Inner, How<H["components"], H["chosen"], true>>
        : Conversion extends { all: infer All }
          ? ConvertedByAll<T, All, H>
          : Conversion extends { items: infer Items }
            ? ConvertedItems<T, Items, H>
            : Conversion extends { fields: infer Fields }
              ? ConvertedFields<T, Fields, Conversion, H>
              : T;

type ConvertedScalar<T, Format, Chosen, Maybe> = Format extends "int64" | "int64-text"
  ? Chosen extends { bigints: true }
    ? Replaced<T, Format extends "int64" ? number : string, bigint, Maybe>
    : T
  : Chosen extends { dates: true }
    ? Replaced<T, Format extends "unixtime" ? number : string, Date, Maybe>
    : T;

type Replaced<T, From, To, Maybe> = T extends From ? To | (Maybe extends true ? T : never) : T;

type ConvertedByAll<T, All, H extends AnyHow> = All extends readonly [infer First, ...infer Rest]
  ? ConvertedByAll<Converted<T, First, H>, Rest, H>
  : T;

type ConvertedItems<T, Items, H extends AnyHow> = T extends readonly (infer Item)[]
  ? Converted<Item, Items, H>[]
  : T extends EventStream<infer Event>
    ? EventStream<Converted<Event, Items, H>>
    : T extends AsyncIterable<infer Event>
      ? AsyncIterable<Converted<Event, Items, H>>
      : T;

type ConvertedFields<T, Fields, Conversion, H extends AnyHow> = T extends readonly unknown[]
  ? T
  : T extends object
    ? {
        [Name in keyof T]: Name extends keyof Fields
          ? Converted<T[Name], Fields[Name], H>
          : Conversion extends { others: infer Others }
            ? Converted<T[Name], Others, H>
            : T[Name];
      }
    : T;

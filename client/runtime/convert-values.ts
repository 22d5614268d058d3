import type {
  CallableMap,
  Conversion,
  Conversions,
  ConvertedFormat,
} from "@contract-toolkit/contract";
import { documentedOf, isObject } from "@contract-toolkit/contract";
import type { ContractClient } from "./contract-client.ts";
import type { ConvertedClient, ConvertedTypes } from "./converted-types.ts";
import { TransportError, type FailedCall } from "./errors.ts";
import type { CallOptions } from "./options.ts";
import type { OutgoingRequest } from "./request.ts";
import type { ReadResponse } from "./response.ts";

export type { ConvertedClient, ConvertedOperations, ConvertedTypes } from "./converted-types.ts";

/**
 * Makes the methods of a client take and return `Date` for date-times, and `bigint` for integers of 64 bits. A `Date` has milliseconds and
 * no offset: finer fractions and the offset of a response are lost.
 *
 * A method rejects with a `TransportError`: `invalid-request` if an integer that is sent as a number is beyond 2^53, because JSON would
 * round it, and `invalid-body` if a response has such an integer, or a date-time that is none. An integer that is a text has any size.
 *
 * @param conversions of the file `conversions.js` beside the operations
 * @example
 * const client = convertValues(createContractClient<Operations>(operations, { baseUrl }), conversions, { dates: true });
 * const response = await client.readNote({ path: { id: "1" } });
 * if (response.status === 200) console.log(response.body.writtenAt.getTime());
 */
export function convertValues<
  Types extends CallableMap<Types>,
  const Given extends Conversions,
  const Chosen extends ConvertedTypes,
>(
  client: ContractClient<Types>,
  conversions: Given & { readonly types?: Types },
  chosen: Chosen,
): ConvertedClient<Types, Given, Chosen>;
export function convertValues(
  client: Readonly<Record<string, Call>>,
  { components, operations }: Conversions,
  chosen: ConvertedTypes,
): Record<string, Call> {
  const calls = Object.entries(client).map(([id, call]): [string, Call] => {
    const { request, responses = {} } = operations[id] ?? {};
    return [
      id,
      async (parts, options) => {
        const failed: FailedCall = { operation: id, requestId: undefined };
        const sent = walk(parts, request, { components, convert: written, chosen, failed });
        const response = await call(sent as OutgoingRequest | undefined, options);
        const conversion = documentedOf<Conversion>(responses, response.status);
        const { status, requestId } = response;
        const received: FailedCall = { operation: id, requestId, status };
        const walker = { components, convert: read, chosen, failed: received };
        return { ...response, body: walk(response.body, conversion, walker) };
      },
    ];
  });
  return Object.fromEntries(calls);
}

type Call = (request?: OutgoingRequest, options?: CallOptions) => Promise<ReadResponse>;

interface Walker {
  readonly components: Conversions["components"];
  readonly convert: (value: unknown, format: ConvertedFormat, walker: Walker) => unknown;
  readonly chosen: ConvertedTypes;
  readonly failed: FailedCall;
  /** Set below a `maybe`: a value that is not in the format stays as it is. */
  readonly isMaybe?: boolean;
}

/** Converts a value and its parts. */
function walk(value: unknown, conversion: Conversion | undefined, walker: Walker): unknown {
  if (conversion === undefined || value === undefined || value === null) return value;
  if (typeof conversion === "string") {
    const isChosen = /^int64/.test(conversion) ? walker.chosen.bigints : walker.chosen.dates;
    return isChosen ? walker.convert(value, conversion, walker) : value;
  }
  if ("component" in conversion)
    return walk(value, walker.components[conversion.component], walker);
  if ("maybe" in conversion) return walk(value, conversion.maybe, { ...walker, isMaybe: true });
  if ("all" in conversion)
    return conversion.all.reduce<unknown>((made, each) => walk(made, each, walker), value);
  if ("items" in conversion) return walkItems(value, conversion.items, walker);
  if (!isPlainObject(value)) return value;
  const { fields, others } = conversion;
  const entries = Object.entries(value).map(([name, field]): [string, unknown] => {
    const own = Object.hasOwn(fields, name) ? fields[name] : others;
    return [name, walk(field, own, walker)];
  });
  return Object.fromEntries(entries);
}

function walkItems(value: unknown, items: Conversion, walker: Walker): unknown {
  if (Array.isArray(value)) return value.map((item) => walk(item, items, walker));
  if (!isEvents(value)) return value;
  return {
    ...value,
    async *[Symbol.asyncIterator]() {
      for await (const event of value) yield walk(event, items, walker);
    },
  };
}

/** Where a message may have bytes instead, they are left alone. */
function isEvents(value: unknown): value is AsyncIterable<unknown> {
  return (
    isObject(value) &&
    Symbol.asyncIterator in value &&
    !("bytes" in value || value instanceof ReadableStream)
  );
}

/** Bytes, forms and dates are objects, too. */
function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value) && Object.getPrototypeOf(value) === Object.prototype;
}

/** Converts a value of a response. Another variant may have converted it already, or it is in a format of another type. */
function read(value: unknown, format: ConvertedFormat, { isMaybe, failed }: Walker): unknown {
  const converted = readers[format](value);
  if (converted !== undefined) return converted;
  if (isMaybe) return value;
  throw new TransportError("invalid-body", `answered a value that is no ${format}`, failed);
}

const text = (convert: (value: string) => unknown) => (value: unknown) =>
  typeof value === "string" ? convert(value) : value;
const number = (convert: (value: number) => unknown) => (value: unknown) =>
  typeof value === "number" ? convert(value) : value;

/** Undefined for a value that has the type, but is not in the format. */
const readers: Readonly<Record<ConvertedFormat, (value: unknown) => unknown>> = {
  // A leap second (RFC 3339, section 5.7) is the second before, because `Date` has none.
  "date-time": text((value) =>
    /^\d{4}-\d\d-\d\dT/i.test(value) ? dateOf(value.replace(":60", ":59")) : undefined,
  ),
  "http-date": text((value) => (value.endsWith("GMT") ? dateOf(value) : undefined)),
  unixtime: number((seconds) => dateOf(seconds * 1_000)),
  // JSON has rounded a larger one already.
  int64: number((value) => (Number.isSafeInteger(value) ? BigInt(value) : undefined)),
  "int64-text": text((value) => (/^-?\d+$/.test(value) ? BigInt(value) : undefined)),
};

function dateOf(value: string | number): Date | undefined {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** Converts a value of a request. */
function written(value: unknown, format: ConvertedFormat, { failed }: Walker): unknown {
  const refuse = (reason: string) =>
    new TransportError("invalid-request", `not sent: ${reason}`, failed);
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) throw refuse("an invalid Date");
    if (format === "unixtime") return Math.floor(value.getTime() / 1_000);
    return format === "http-date" ? value.toUTCString() : value.toISOString();
  }
  if (typeof value !== "bigint") return value;
  if (format === "int64-text") return String(value);
  if (!Number.isSafeInteger(Number(value))) throw refuse(`JSON would round ${value}`);
  return Number(value);
}

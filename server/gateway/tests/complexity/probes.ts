import fc from "fast-check";
import {
  isSchema,
  type Operation,
  pointerStep,
  type SampleRequest,
  type Schema,
  valueAt,
} from "@contract-toolkit/contract";
import type { Case } from "../../../../conformance/cases/case.ts";
import type { FreshValues } from "../../../../conformance/cases/fresh-values.ts";
import { substitute } from "../../../../conformance/json-comparison/values.ts";
import { fillPlaceholders, writeRequest } from "../../../../conformance/request.ts";
import type { Suite } from "../../../../conformance/suite.ts";
import { patternsIn, placesIn, put } from "./documented-fields.ts";
import { beginnings, filled, list, type Payload, runs, structures } from "./payloads.ts";

/** The bytes of a request. */
export interface RawRequest {
  readonly method: string;
  /** Path and query, as in the request line. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string;
}

/** An expensive request. */
export interface Probe {
  readonly operation: string;
  readonly part: "body" | "headers" | "query" | "path";
  /** The place and the payload. */
  readonly name: string;
  /** Makes the request with about so many bytes in its part. */
  readonly request: (bytes: number) => RawRequest;
}

interface ProbeOptions {
  readonly server: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly fresh: FreshValues;
  readonly seed: number;
  /** Texts that the server searches for. */
  readonly fragments: readonly string[];
}

/** A change of one part of a sample's request. */
type Change = readonly [name: string, change: (bytes: number) => Partial<RawRequest>];

/** The probes of an operation: each payload at each place of its request. */
export function probesOf(suite: Suite, operation: Operation, options: ProbeOptions): Probe[] {
  const cases = suite.cases.filter((testCase) => testCase.operation.id === operation.id);
  const sample = cases.find(({ response }) => response.status < 300) ?? cases[0];
  if (!sample) return [];
  const schema = suite.requestSchema(operation.id);
  const texts = patternsIn(schema).flatMap((pattern) => matching(pattern, options.seed));
  const payloads = runs([...beginnings(texts), ...options.fragments]);
  const base = () => plainRequest(operation, sample, options);
  const parts: readonly [Probe["part"], readonly Change[]][] = [
    ["body", bodies(operation, schema, payloads, base)],
    ["headers", headers(operation, payloads, base)],
    ["query", queries(operation, payloads, base)],
    ["path", paths(operation, payloads)],
  ];
  return parts.flatMap(([part, changes]) =>
    changes.map(([name, change]) => ({
      operation: operation.id,
      part,
      name,
      request: (bytes) => ({ ...base(), ...change(bytes) }),
    })),
  );
}

/** Texts that match a pattern. Patterns with lookaround cannot be drawn. */
function matching(pattern: string, seed: number): string[] {
  if (/\(\?[=!<]/.test(pattern)) return [];
  return fc.sample(fc.stringMatching(new RegExp(pattern, "u")), { seed, numRuns: 2 });
}

/** The request of a sample with fresh values and credentials. */
function plainRequest(
  operation: Operation,
  { call, fresh }: Case,
  options: ProbeOptions,
): RawRequest {
  const bindings = new Map<string, string>();
  for (const { pointer, maxLength } of fresh) {
    const value = valueAt(call, pointer);
    if (typeof value === "string") bindings.set(value, options.fresh(maxLength ?? value.length));
  }
  const request = substitute(call, bindings) as SampleRequest;
  const filledIn = fillPlaceholders(request.headers, options.headers);
  const wire = writeRequest(operation, { ...request, headers: filledIn }, options.server);
  return {
    method: wire.method,
    target: wire.url.pathname + wire.url.search,
    headers: Object.entries(wire.headers),
    ...(wire.body !== undefined && { body: wire.body }),
  };
}

/** A placeholder in a body that is replaced by raw text. */
const HERE = "\uE000here\uE000";

function bodies(
  { body: documented }: Operation,
  schema: Schema,
  payloads: readonly Payload[],
  base: () => RawRequest,
): Change[] {
  if (!documented) return [];
  if (!/[/+]json\b/.test(documented.contentType))
    return payloads.map(([name, text]) => [name, (bytes) => ({ body: text(bytes) })]);
  const content = schema.properties?.["body"];
  const shapes: Payload[] = [
    ...payloads.map(([name, text]): Payload => [
      name,
      (bytes) => JSON.stringify(text(shortened(bytes, JSON.stringify(text(1000))))),
    ]),
    ...structures,
  ];
  return placesIn(isSchema(content) ? content : {}).flatMap((keys) => {
    const whole = () => JSON.parse(base().body ?? "{}") as unknown;
    const item = valueAt(whole(), ["", ...keys.map(pointerStep), "0"].join("/"));
    const own: Payload[] =
      item === undefined ? [] : [["many of its items", list(JSON.stringify(item))]];
    return [...shapes, ...own].map(([name, text]): Change => [
      `/${keys.join("/")}: ${name}`,
      (bytes) => {
        const around = JSON.stringify(put(whole(), keys, HERE));
        return { body: around.replace(JSON.stringify(HERE), () => text(bytes)) };
      },
    ]);
  });
}

/** Undocumented headers that servers read. */
const otherHeaders = ["Content-Type", "Accept", "Accept-Language", "Cookie", "Undocumented"];

function headers(
  operation: Operation,
  payloads: readonly Payload[],
  base: () => RawRequest,
): Change[] {
  const names = [...new Set([...namesIn("header", operation), ...otherHeaders])];
  const withHeaders = (further: readonly string[], value: string) => ({
    headers: [...base().headers, ...further.map((name) => [name, value] as const)],
  });
  const withHeader = (name: string, value: string) => {
    const others = base().headers.filter(([text]) => text.toLowerCase() !== name.toLowerCase());
    return { headers: [...others, [name, value] as const] };
  };
  return [
    ...names.flatMap((name): Change[] => [
      ...payloads
        .filter(([, text]) => /^[\x21-\x7e][\x20-\x7e]*$/.test(text(10)))
        .map(([payload, text]): Change => [
          `${name}: ${payload}`,
          (bytes) => withHeader(name, text(bytes).trim()),
        ]),
      [
        `${name}: many times`,
        (bytes) => withHeaders(Array<string>(Math.ceil(bytes / (name.length + 5))).fill(name), "1"),
      ],
    ]),
    [
      "many",
      (bytes) => withHeaders(filled(bytes, ": 1\r\n", (at) => `x-${at}`).split(": 1\r\n"), "1"),
    ],
    ["a long name", (bytes) => withHeaders(["x".repeat(bytes)], "1")],
  ];
}

function queries(
  operation: Operation,
  payloads: readonly Payload[],
  base: () => RawRequest,
): Change[] {
  const ofName = (name: string): Payload[] => [
    ...payloads.map(([payload, text]): Payload => [
      payload,
      (bytes) => `${name}=${encoded(text, bytes)}`,
    ]),
    ["many times", (bytes) => filled(bytes, "&", () => `${name}=1`)],
    ["many times in brackets", (bytes) => filled(bytes, "&", () => `${name}[]=1`)],
    ["many indexes", (bytes) => filled(bytes, "&", (at) => `${name}[${at}]=1`)],
    ["many keys", (bytes) => filled(bytes, "&", (at) => `${name}[k${at}]=1`)],
    ["many broken encodings", (bytes) => filled(bytes, "&", () => `${name}=%FF`)],
    ["deep", (bytes) => `${name}${"[a]".repeat(bytes / 3)}=1`],
    ["many values", (bytes) => `${name}=${filled(bytes, ",", String)}`],
  ];
  const all: Payload[] = [
    ...[...namesIn("query", operation), "undocumented"].flatMap((name) =>
      ofName(name).map(([payload, text]): Payload => [`${name}: ${payload}`, text]),
    ),
    ["many names", (bytes) => filled(bytes, "&", (at) => `n${at}=1`)],
    ["nothing, often", (bytes) => "&".repeat(bytes)],
    ["no encoding", (bytes) => `a=${"%".repeat(bytes)}`],
    ["a long name", (bytes) => `${"n".repeat(bytes)}=1`],
    ["questions", (bytes) => "?".repeat(bytes)],
  ];
  return all.map(([name, text]) => [
    name,
    (bytes) => ({ target: `${base().target.split("?", 1).join("")}?${text(bytes)}` }),
  ]);
}

function paths(operation: Operation, payloads: readonly Payload[]): Change[] {
  const filledIn = (path: string) => path.replaceAll(/\{[^{}]+\}/g, "1");
  const further: Payload[] = [
    ["many segments", (bytes) => "/a".repeat(bytes / 2)],
    ["many slashes", (bytes) => "/".repeat(bytes)],
    ["many dots", (bytes) => "/..".repeat(bytes / 3)],
    ["a long segment", (bytes) => `/${"a".repeat(bytes)}`],
    ["broken encodings", (bytes) => `/${"%".repeat(bytes)}`],
    ["encoded slashes", (bytes) => `/${"%2F".repeat(bytes / 3)}`],
    ["semicolons", (bytes) => `/${";a".repeat(bytes / 2)}`],
  ];
  return [
    ...namesIn("path", operation).flatMap((name) =>
      payloads.map(([payload, text]): Change => [
        `${name}: ${payload}`,
        (bytes) => ({
          target: filledIn(operation.path.replace(`{${name}}`, encoded(text, bytes))),
        }),
      ]),
    ),
    ...["", filledIn(operation.path)].flatMap((before) =>
      further.map(([payload, text]): Change => [
        `${payload} behind "${before}"`,
        (bytes) => ({ target: before + text(bytes) }),
      ]),
    ),
  ];
}

function namesIn(place: string, { parameters }: Operation): string[] {
  return parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);
}

/** Percent-encoded text of so many bytes. */
function encoded(text: Payload[1], bytes: number): string {
  return encodeURIComponent(text(shortened(bytes, encodeURIComponent(text(1000)))));
}

/** The length of a text before encoding, estimated from the encoded form of 1,000 bytes. */
function shortened(bytes: number, thousand: string): number {
  return Math.floor(bytes / Math.max(Buffer.byteLength(thousand) / 1000, 1));
}

/** What is written is read back, and what does not exist is not found. */
import {
  coerce,
  isContainer,
  isObject,
  valueAt,
  type Operation,
  type Parameter,
  type SampleRequest,
} from "@contract-toolkit/contract";
import type { Case, ConstraintCase } from "../cases/case.ts";
import { allowsRequest } from "../contract-allows.ts";
import type { Suite } from "../suite.ts";
import { judgeDerived } from "../targets/judge-sample.ts";
import { show } from "../verdict.ts";
import { learnedBase, type Learned } from "./learn.ts";
import { isGone, isSuccess, observedCase, readerOf, type DocumentCase } from "./document-case.ts";
import { pathParameters } from "./sequence.ts";
import { plainName } from "./values.ts";

/**
 * @param bases accepted requests, and those of deletions, which are not sent as they are
 * @param constraints valid values for what is written
 */
export function resourceCases(
  suite: Suite,
  bases: readonly Case[],
  learned: readonly Learned[],
  constraints: readonly ConstraintCase[],
): DocumentCase[] {
  const { contract } = suite;
  return [
    ...bases.flatMap((base) => [...unknownResource(suite, base), ...conditions(base)]),
    ...bases.flatMap((base) => {
      const read = readerOf(base.operation, contract);
      const own = constraints.filter(({ operation }) => operation === base.operation);
      return read ? writtenResource(base, read, own) : [];
    }),
    ...learned.flatMap((item) => location(suite, item)),
  ];
}

/** A well-formed id that the server does not know. A request that changes something is only sent if reading finds nothing. */
function unknownResource({ contract }: Suite, base: Case): DocumentCase[] {
  const { operation, request, response } = base;
  const last = pathParameters(operation).at(-1);
  const read = operation.method === "GET" ? operation : readerOf(operation, contract);
  // PUT may make something new, and only what the run has made is deleted.
  if (last === undefined || !read || ["PUT", "DELETE"].includes(operation.method)) return [];
  const unknown = unknownIds(request.path[last])
    .map((id): SampleRequest => ({ ...request, path: { ...request.path, [last]: id } }))
    .filter((item) => allowsRequest(contract, operation, item));
  // What is searched for or computed may be anything, but what has an id exists.
  const names = new Set(["id", plainName(last)].filter((name) => name.endsWith("id")));
  const isOfResource = Object.keys(contentOf(response.body)).some((name) =>
    names.has(plainName(name)),
  );
  const isDocumented = operation.responses[404] ?? operation.responses[410];
  return unknown.slice(1, 2).map((second) =>
    observedCase(operation, `unknown ${last}`, async (ask) => {
      const [first = second] = unknown;
      if (read !== operation && !isGone(await ask(read, { path: first.path }))) return undefined;
      const judged = await ask(operation, first);
      const isFound = read === operation && isDocumented && isOfResource && isSuccess(judged);
      if (!isFound || !isSuccess(await ask(operation, second))) return judgeDerived(base, judged);
      return `an unknown ${last} (${show(second.path[last])}) is found with ${judged.status}`;
    }),
  );
}

function unknownIds(known: unknown): unknown[] {
  if (typeof known === "number") return unlikely;
  if (typeof known !== "string") return [];
  return UUID.test(known)
    ? unlikely.map((number) => `${number}-0000-4000-8000-${number}00`.slice(2))
    : [...unlikely.map((number) => `${known}${number}`), ...unlikely.map(String)];
}

/** Below 2^31, and beyond what servers count. */
const unlikely = [1_974_201_833, 1_974_202_977];

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * A precondition that does not hold (RFC 9110, section 13.1), where the document has one: an unknown tag of what is changed, or the tag
 * that what is read still has.
 */
function conditions({ operation, request }: Case): DocumentCase[] {
  const { method, parameters, responses } = operation;
  const isRead = method === "GET";
  const [header, status] = isRead
    ? (["If-None-Match", 304] as const)
    : (["If-Match", 412] as const);
  const isNamed = ({ name }: Parameter) => name.toLowerCase() === header.toLowerCase();
  const isKnown = responses[status] ?? parameters.some(isNamed);
  if (!["GET", "PUT", "PATCH"].includes(method) || !isKnown) return [];
  return [
    observedCase(operation, header, async (ask) => {
      for (const unknown of ['"undocumented-1"', '"undocumented-2"']) {
        const tag = isRead ? (await ask(operation, request)).received.get("etag") : unknown;
        if (tag === null) return undefined;
        const headers = { ...request.headers, [header]: tag };
        const judged = await ask(operation, { ...request, headers });
        // Something else may change it in between.
        if (!isSuccess(judged) || (isRead && judged.received.get("etag") !== tag)) return undefined;
      }
      return `${header} with ${isRead ? "the" : "an unknown"} tag of the resource is ignored`;
    }),
  ];
}

/** Writes several values and reads each. A server may write a value in its own way, but not only sometimes, and not nothing. */
function writtenResource(
  { operation, request }: Case,
  read: Operation,
  constraints: readonly ConstraintCase[],
): DocumentCase[] {
  const { method } = operation;
  const writes = constraints.filter(
    ({ boundary, constraint: { keyword, place } }) =>
      boundary === "valid" && keyword !== "additional" && /^\/body\/[^/]+$/.test(place),
  );
  if ((method !== "PUT" && method !== "PATCH") || writes.length === 0) return [];
  return [
    observedCase(operation, "read back", async (ask) => {
      const seen: Written[] = [];
      for (const { message, pointer, field } of writes.slice(0, MOST_WRITES)) {
        const { body } = message as SampleRequest;
        if (!isSuccess(await ask(operation, { ...request, body }))) continue;
        const { body: answered } = await ask(read, { path: request.path });
        const found = valueAt({ body: contentOf(answered) }, pointer);
        const sent = valueAt(message, pointer);
        if (typeof sent === typeof found && isComparable(sent)) seen.push({ field, sent, found });
      }
      const fields = [...Map.groupBy(seen, ({ field }) => field).values()];
      // A field that always has one value may be the server's own.
      const written = fields.filter((group) => count(group, "found") > 1);
      const lost = written
        .filter((group) => group.some(isKept))
        .flatMap((group) => group.find((item) => !isKept(item)) ?? [])[0];
      if (lost)
        return `${lost.field} was written as ${show(lost.sent)}, and ${read.id} reads ${show(lost.found)}`;
      const changed = fields.filter((group) => count(group, "sent") > 1);
      const isIgnored = changed.length > 1 || (changed.length === 1 && !seen.some(isKept));
      return written.length === 0 && isIgnored
        ? `nothing that is written is read by ${read.id}`
        : undefined;
    }),
  ];
}

interface Written {
  readonly field: string;
  readonly sent: unknown;
  readonly found: unknown;
}

/** An object, or the only one in its envelope (`data`). */
function contentOf(body: unknown): object {
  const inside = Object.values(isObject(body) ? body : {});
  if (inside.length === 1 && isObject(inside[0])) return inside[0];
  return isObject(body) ? body : {};
}

/** Enough for two values of several fields. */
const MOST_WRITES = 16;

function count(group: readonly Written[], of: "sent" | "found"): number {
  return new Set(group.map((item) => item[of])).size;
}

/** A server may round a number, trim a text, and write it in one case and one normal form. */
function isKept({ sent, found }: Written): boolean {
  if (typeof sent === "number") return Math.abs(sent - Number(found)) < 1 - Number.EPSILON;
  const plain = (value: unknown) => String(value).trim().normalize("NFC").toLowerCase();
  return plain(sent) === plain(found);
}

/** A server may write a time in another way, and remove marks from a text. */
function isComparable(value: unknown): boolean {
  return typeof value === "string"
    ? /^[\w .-]*$/.test(value) && !/^\d{4}-\d\d/.test(value)
    : !isContainer(value);
}

/** The Location of what was made leads to it (RFC 9110, section 15.3.2). */
function location({ contract }: Suite, learned: Learned): DocumentCase[] {
  const target = learned.tried?.response?.location?.split(/[?#]/)[0] ?? "";
  const { operation } = learned;
  if (operation.method !== "POST" || !learnedBase(learned) || target === "") return [];
  return Object.values(contract.operations).flatMap((read) => {
    const path = read.method === "GET" ? pathValues(read, target) : undefined;
    if (!path || !allowsRequest(contract, read, { path, query: {}, headers: {} })) return [];
    return [
      observedCase(operation, `Location of ${read.id}`, async (ask) => {
        for (const request of [{ path }, { path }])
          if (!isGone(await ask(read, request))) return undefined;
        return `Location (${target}) leads to nothing`;
      }),
    ];
  });
}

/** The values of an operation's path at the end of a URL; undefined if it is another path. */
function pathValues(read: Operation, target: string): SampleRequest["path"] | undefined {
  const steps = read.path.split("/").slice(1);
  const given = target.split("/").slice(-steps.length);
  const path: Record<string, unknown> = {};
  for (const [at, step] of steps.entries()) {
    const [, name] = /^\{(\w+)\}$/.exec(step) ?? [];
    const isNamed = (own: Parameter) => own.in === "path" && own.name === name;
    const { type = "string" } = read.parameters.find(isNamed) ?? {};
    if (name !== undefined) path[name] = coerce(type, decodeURIComponent(given[at] ?? ""));
    else if (step !== given[at]) return undefined;
  }
  return Object.keys(path).length === 0 ? undefined : path;
}

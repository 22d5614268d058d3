import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { edited, type Case } from "../case.ts";
import type { Suite } from "../suite.ts";
import { valueAt } from "../pointer.ts";
import type { Operation, SampleRequest } from "../../generated/contract.ts";
import type { CallStep, Expectations, Scenario, Step } from "./scenario.ts";
import { namesIn } from "./values.ts";
import { parseYaml, type Place } from "./yaml.ts";

/** What scenarios may refer to. */
export interface Vocabulary {
  /** Their operations and samples; the operations of several contracts have different ids. */
  readonly suites: readonly Suite[];
  /** The names of what can be given. */
  readonly givens: readonly string[];
}

const ending = ".yaml";

/**
 * Reads the scenarios of a folder, by the names of their files.
 *
 * @throws {FileError} with file and line, when one refers to what there is not, or is not written as README.md says
 * @example
 * const scenarios = await readScenarios("conformance/scenarios/catalogue", { suites: [suite], givens: ["item"] });
 */
export async function readScenarios(
  folder: string,
  vocabulary: Vocabulary,
): Promise<Scenario[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(ending));
  return Promise.all(
    names.toSorted().map(async (name) => {
      const file = join(folder, name);
      return readScenario(file, await readFile(file, "utf8"), vocabulary);
    }),
  );
}

/** Reads one scenario. */
export function readScenario(
  file: string,
  text: string,
  vocabulary: Vocabulary,
): Scenario {
  const root = parseYaml(file, text);
  const { why, fresh, given, steps } = root.fields(
    ["why", "steps"],
    ["fresh", "given"],
  );
  const lengths = (fresh?.entries() ?? []).map(
    ([name, length]) => [name, length.number()] as const,
  );
  const reader: Reader = {
    ...vocabulary,
    names: new Set(["inbox", ...lengths.map(([name]) => name)]),
  };
  const all = [
    ...(given?.items() ?? []).flatMap((each) => readGivens(each, reader)),
    ...(steps?.items() ?? []).flatMap((each) => readStep(each, reader)),
  ];
  return {
    id: `scenario/${basename(file, ending)}`,
    kind: "scenario",
    why: why?.text().trim() ?? "",
    source: root.source,
    fresh: Object.fromEntries(lengths),
    steps: all.map((step, index) => ({
      ...step,
      title: `step ${String(index + 1)} (${step.title})`,
    })),
  };
}

interface Reader extends Vocabulary {
  /** The names that are known up to here. */
  readonly names: Set<string>;
}

function readStep(place: Place, reader: Reader): Step[] {
  const keys = place.entries().map(([name]) => name);
  if (keys.includes("given")) {
    const { given } = place.fields(["given"]);
    return given ? readGivens(given, reader) : [];
  }
  if (keys.includes("call")) return [readCall(place, reader)];
  if (keys.includes("receive")) return [readReceive(place, reader)];
  if (keys.includes("join")) return [readJoin(place, reader)];
  return place.fail("a step has one of the keys call, receive, given, join");
}

function readGivens(place: Place, { givens, names }: Reader): Step[] {
  return place.entries().map(([name, values]) => {
    if (!givens.includes(name))
      values.fail(
        `nothing provides "${name}"; provided are ${givens.join(", ")}`,
      );
    checkNames(values, names);
    const stated = values.json();
    const fields = isObject(stated) ? stated : {};
    for (const [key, bound] of Object.entries(fields))
      if (key.startsWith("binds") && typeof bound === "string")
        names.add(bound);
    const { source } = values;
    return {
      kind: "given",
      title: name,
      source,
      given: { name, values: fields },
    };
  });
}

const expectationKeys = [
  "equal",
  "unequal",
  "present",
  "absent",
  "length",
  "descending",
] as const;

function readCall(place: Place, reader: Reader): CallStep {
  const fields = place.fields(
    ["call", "status"],
    [
      "sample",
      "request",
      "set",
      "remove",
      "keep",
      "withinSeconds",
      ...expectationKeys,
    ],
  );
  checkNames(place, reader.names);
  const { suite, operation } = findOperation(fields.call ?? place, reader);
  if ((fields.sample === undefined) === (fields.request === undefined))
    place.fail("a call has one of the keys sample, request");
  const sample = fields.sample && findSample(fields.sample, suite, operation);
  const set = Object.fromEntries(
    fields.set?.entries().map(([key, each]) => [key, each.json()]) ?? [],
  );
  const remove = fields.remove?.items().map((each) => each.text()) ?? [];
  const base = sample?.request ?? readRequest(fields.request, operation);
  const status = fields.status?.number() ?? 0;
  if (!(status in operation.responses))
    fields.status?.fail(`${operation.id} never answers ${String(status)}`);
  return {
    kind: "call",
    title: operation.id,
    source: place.source,
    suite,
    operation,
    request: edited(base, { name: "edit", values: { set, remove } }),
    fresh: (sample?.fresh ?? [])
      .filter(({ pointer }) => !(pointer in set) && !remove.includes(pointer))
      .map(({ pointer, maxLength }) => ({
        pointer,
        length: maxLength ?? String(valueAt(base, pointer)).length,
      })),
    status,
    expected: readExpectations(fields),
    keep: readKeep(fields.keep, reader),
    withinSeconds: fields.withinSeconds?.number() ?? 0,
  };
}

/** Long enough for a server that is busy, short enough to wait for. */
const DEFAULT_RECEIVE_SECONDS = 10;

function readReceive(place: Place, reader: Reader): Step {
  const fields = place.fields(
    ["receive"],
    ["at", "keep", "withinSeconds", ...expectationKeys],
  );
  checkNames(place, reader.names);
  const { suite, operation } = findOperation(fields.receive ?? place, reader);
  return {
    kind: "receive",
    title: operation.id,
    source: place.source,
    suite,
    operation,
    at: fields.at?.text() ?? "",
    expected: readExpectations(fields),
    keep: readKeep(fields.keep, reader),
    withinSeconds: fields.withinSeconds?.number() ?? DEFAULT_RECEIVE_SECONDS,
  };
}

function readJoin(place: Place, { names }: Reader): Step {
  const { join: lists, members } = place.fields(["join", "members"]);
  checkNames(place, names);
  return {
    kind: "join",
    title: "join",
    source: place.source,
    lists: lists?.items().map((each) => each.json()) ?? [],
    members: members?.items().map((each) => each.json()) ?? [],
  };
}

function findOperation(
  place: Place,
  { suites }: Reader,
): { suite: Suite; operation: Operation } {
  for (const suite of suites) {
    const operation = suite.contract.operations[place.text()];
    if (operation) return { suite, operation };
  }
  return place.fail(`there is no operation "${place.text()}"`);
}

function findSample(place: Place, suite: Suite, { id }: Operation): Case {
  return (
    suite.cases.find((each) => each.id === `${id}/${place.text()}`) ??
    place.fail(`${id} has no sample "${place.text()}"`)
  );
}

function readRequest(
  place: Place | undefined,
  { parameters }: Operation,
): SampleRequest {
  const { path, query, headers, body } =
    place?.fields([], ["path", "query", "headers", "body"]) ?? {};
  const credentials = parameters
    .filter(({ credential }) => credential)
    .map(({ name }) => [name, "<CREDENTIAL>"]);
  return {
    path: readObject(path),
    query: readObject(query),
    headers: {
      ...(Object.fromEntries(credentials) as Record<string, string>),
      ...readObject(headers),
    },
    ...(body && { body: body.json() }),
  };
}

function readObject(place: Place | undefined): Record<string, unknown> {
  return Object.fromEntries(
    place?.entries().map(([name, value]) => [name, value.json()]) ?? [],
  );
}

function readExpectations(
  fields: Partial<Record<keyof Expectations, Place>>,
): Expectations {
  const pointers = (place?: Place): string[] =>
    place?.items().map(readPointer) ?? [];
  return {
    equal: readByPointer(fields.equal, (each) => each.json()),
    unequal: readByPointer(fields.unequal, (each) => each.json()),
    present: pointers(fields.present),
    absent: pointers(fields.absent),
    length: readByPointer(fields.length, (each) => each.number()),
    descending: pointers(fields.descending),
  };
}

function readByPointer<Value>(
  place: Place | undefined,
  read: (value: Place) => Value,
): Record<string, Value> {
  return Object.fromEntries(
    place
      ?.entries()
      .map(([pointer, value]) => [checkPointer(pointer, value), read(value)]) ??
      [],
  );
}

function readPointer(place: Place): string {
  return checkPointer(place.text(), place);
}

/** A misspelt root would look into nothing, where `absent` is always true. */
function checkPointer(pointer: string, place: Place): string {
  return /^\/(status|headers|body)(\/|$)/.test(pointer)
    ? pointer
    : place.fail(
        `"${pointer}" starts with none of /status, /headers and /body`,
      );
}

function readKeep(
  place: Place | undefined,
  { names }: Reader,
): Record<string, string> {
  const kept = (place?.entries() ?? []).map(
    ([name, pointer]) => [name, readPointer(pointer)] as const,
  );
  for (const [name] of kept) names.add(name);
  return Object.fromEntries(kept);
}

function checkNames(place: Place, names: ReadonlySet<string>): void {
  const unknown = namesIn(place.json()).find((name) => !names.has(name));
  if (unknown !== undefined)
    place.fail(`nothing is known as {${unknown}} up to here`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Case } from "../../cases/case.ts";
import type { Suite } from "../../suite.ts";
import {
  editedRequest,
  isObject,
  isSchema,
  type Operation,
  pointerNames,
  type Schema,
  valueAt,
} from "@contract-toolkit/kernel";
import { expectationKeys, readExpectations } from "../steps/expect.ts";
import { readKeep, readPointer, readRequest } from "./read-parts.ts";
import type { CallStep, Scenario, Step } from "../scenario.ts";
import { stepsIn } from "./rows.ts";
import { shownRowsOf } from "../shown-rows.ts";
import { namesIn } from "../values.ts";
import { parseYaml, type YamlValue } from "./yaml.ts";

/** What scenarios may refer to. */
export interface Vocabulary {
  /** Their operations and samples; the operations of several contracts have different ids. */
  readonly suites: readonly Suite[];
  /** The names of the provider states that can be set up. */
  readonly providerStates: readonly string[];
}

const ending = ".yaml";

/**
 * Reads the scenarios of a folder, by the names of their files.
 *
 * @throws {FileError} with file and line, when one refers to what there is not, or is not written as README.md says
 * @example
 * const scenarios = await readScenarios("spec/catalogue/scenarios", { suites: [suite], providerStates: ["item"] });
 */
export async function readScenarios(folder: string, vocabulary: Vocabulary): Promise<Scenario[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(ending));
  return Promise.all(
    names.toSorted().map(async (name) => {
      const file = join(folder, name);
      return readScenario(file, await readFile(file, "utf8"), vocabulary);
    }),
  );
}

/** Reads one scenario. */
export function readScenario(file: string, text: string, vocabulary: Vocabulary): Scenario {
  const root = parseYaml(file, text);
  const { why, fresh, providerState, steps } = root.fields(
    ["why", "steps"],
    ["fresh", "providerState"],
  );
  const lengths = (fresh?.entries() ?? []).map(
    ([name, length]) => [name, length.number()] as const,
  );
  const reader: Reader = {
    ...vocabulary,
    names: new Set(["inbox", ...lengths.map(([name]) => name)]),
  };
  const all = [
    ...(providerState?.items() ?? []).flatMap((each) => readProviderStates(each, reader)),
    ...stepsIn(steps).flatMap((each) => readStep(each, reader)),
  ];
  return {
    id: `scenario/${basename(file, ending)}`,
    kind: "scenario",
    why: why?.text().trim() ?? "",
    source: root.source,
    fresh: Object.fromEntries(lengths),
    steps: all.map((step, index) => ({
      ...step,
      title: `step ${index + 1} (${step.title})`,
    })),
  };
}

interface Reader extends Vocabulary {
  /** The names that are known up to here. */
  readonly names: Set<string>;
}

function readStep(node: YamlValue, reader: Reader): Step[] {
  shownRowsOf(node);
  const keys = node.entries().map(([name]) => name);
  const { providerState } = keys.includes("providerState") ? node.fields(["providerState"]) : {};
  if (providerState) return readProviderStates(providerState, reader);
  if (keys.includes("call")) return [readCall(node, reader)];
  if (keys.includes("receive")) return [readReceive(node, reader)];
  if (keys.includes("list")) return [readList(node, reader)];
  if (keys.includes("join")) return [readJoin(node, reader)];
  if (keys.includes("visit")) return [readVisit(node, reader)];
  if (keys.includes("answer")) return [readAnswer(node, reader)];
  return node.fail(
    "a step has one of the keys call, list, receive, providerState, join, visit, answer, each",
  );
}

function readProviderStates(node: YamlValue, { providerStates, names }: Reader): Step[] {
  return node.entries().map(([name, values]) => {
    if (!providerStates.includes(name))
      values.fail(`nothing provides "${name}"; provided are ${providerStates.join(", ")}`);
    checkNames(values, names);
    const stated = values.json();
    const fields = isObject(stated) ? stated : {};
    for (const [key, bound] of Object.entries(fields))
      if (key.startsWith("binds") && typeof bound === "string") names.add(bound);
    const { source } = values;
    return {
      kind: "providerState",
      title: name,
      source,
      state: { name, values: fields },
    };
  });
}

function readCall(node: YamlValue, reader: Reader): CallStep {
  const fields = node.fields(
    ["call", "status"],
    [
      ...["sample", "request", "set", "remove", "longest", "keep", "withinSeconds", "shows"],
      ...expectationKeys,
    ],
  );
  const { suite, operation } = findOperation(fields.call ?? node, reader);
  const longest = readLongest(fields.longest, suite.requestSchema(operation.id), reader.names);
  checkNames(node, reader.names);
  if ((fields.sample === undefined) === (fields.request === undefined))
    node.fail("a call has one of the keys sample, request");
  const sample = fields.sample && findSample(fields.sample, suite, operation);
  const set = Object.fromEntries(
    fields.set?.entries().map(([key, each]) => [key, each.json()]) ?? [],
  );
  const remove = fields.remove?.items().map((each) => each.text()) ?? [];
  const base = sample?.request ?? readRequest(fields.request, operation);
  const status = fields.status?.number() ?? 0;
  if (!(status in operation.responses))
    fields.status?.fail(`${operation.id} never answers ${status}`);
  return {
    kind: "call",
    title: operation.id,
    source: node.source,
    suite,
    operation,
    request: editedRequest(base, { set, remove }),
    fresh: (sample?.fresh ?? [])
      .filter(({ pointer }) => !(pointer in set) && !remove.includes(pointer))
      .map(({ pointer, maxLength }) => ({
        pointer,
        length: maxLength ?? String(valueAt(base, pointer)).length,
      })),
    longest,
    status,
    expected: readExpectations(fields),
    keep: readKeep(fields.keep, reader.names),
    withinSeconds: fields.withinSeconds?.number() ?? 0,
  };
}

/** The documented greatest length of each text, which a scenario does not repeat. */
function readLongest(
  node: YamlValue | undefined,
  request: Schema,
  names: Set<string>,
): CallStep["longest"] {
  return (node?.entries() ?? []).map(([name, value]) => {
    const pointer = readPointer(value);
    const place = pointerNames(pointer).reduce<unknown>(
      (schema, each) => (isSchema(schema) ? schema.properties?.[each] : undefined),
      request,
    );
    const length = isSchema(place) ? place.maxLength : undefined;
    names.add(name);
    return typeof length === "number"
      ? { name, pointer, length }
      : value.fail(`no greatest length is documented at ${pointer}`);
  });
}

/** Long enough for a server that is busy, short enough to wait for. */
const DEFAULT_RECEIVE_SECONDS = 10;

function readReceive(node: YamlValue, reader: Reader): Step {
  const fields = node.fields(
    ["receive"],
    ["at", "repeated", "keep", "withinSeconds", "forged", "shows", ...expectationKeys],
  );
  checkNames(node, reader.names);
  const { suite, operation } = findOperation(fields.receive ?? node, reader);
  return {
    kind: "receive",
    title: operation.id,
    source: node.source,
    suite,
    operation,
    at: fields.at?.text() ?? "",
    isRepeated: fields.repeated?.json() === true,
    expected: readExpectations(fields),
    keep: readKeep(fields.keep, reader.names),
    withinSeconds: fields.withinSeconds?.number() ?? DEFAULT_RECEIVE_SECONDS,
    isForged: fields.forged?.json() === true,
  };
}

function readList(node: YamlValue, reader: Reader): Step {
  const fields = node.fields(["list", "page", "limit", "items", "total"], ["shows"]);
  const { suite, operation } = findOperation(fields.list ?? node, reader);
  const query = suite.requestSchema(operation.id).properties?.["query"];
  const pointers = [fields.items ?? node, fields.total ?? node].map(readPointer);
  const [items = "", total = ""] = pointers;
  return {
    kind: "list",
    title: operation.id,
    source: node.source,
    suite,
    operation,
    request: readRequest(undefined, operation),
    query: isSchema(query) ? query : {},
    page: fields.page?.text() ?? "",
    limit: fields.limit?.text() ?? "",
    items,
    total,
  };
}

function readJoin(node: YamlValue, { names }: Reader): Step {
  const { join: lists, members } = node.fields(["join", "members"], ["shows"]);
  checkNames(node, names);
  const all = members?.json();
  return {
    kind: "join",
    title: "join",
    source: node.source,
    lists: lists?.items().map((each) => each.json()) ?? [],
    members: Array.isArray(all) ? all : node.fail("members are a list"),
  };
}

function readVisit(node: YamlValue, reader: Reader): Step {
  const fields = node.fields(["visit", "status"], ["ifUrl", "keep", "shows", ...expectationKeys]);
  checkNames(node, reader.names);
  return {
    kind: "visit",
    title: "visit",
    source: node.source,
    url: fields.visit?.text() ?? "",
    isIfUrl: fields.ifUrl?.json() === true,
    status: fields.status?.number() ?? 0,
    expected: readExpectations(fields),
    keep: readKeep(fields.keep, reader.names),
  };
}

function readAnswer(node: YamlValue, { names }: Reader): Step {
  const { answer, at } = node.fields(["answer", "at"]);
  checkNames(node, names);
  const { status, headers, afterSeconds } =
    answer?.fields([], ["status", "headers", "afterSeconds"]) ?? {};
  return {
    kind: "answer",
    title: "answer",
    source: node.source,
    at: at?.text() ?? "",
    answer: {
      status: status?.number() ?? 0,
      headers: Object.fromEntries(
        headers?.entries().map(([name, value]) => [name, value.text()]) ?? [],
      ),
      form: {
        ...(status === undefined && { isHungUp: true }),
        ...(afterSeconds && { afterMs: afterSeconds.number() * 1000 }),
      },
    },
  };
}

function findOperation(
  node: YamlValue,
  { suites }: Reader,
): { suite: Suite; operation: Operation } {
  for (const suite of suites) {
    const operation = suite.contract.operations[node.text()];
    if (operation) return { suite, operation };
  }
  return node.fail(`there is no operation "${node.text()}"`);
}

function findSample(node: YamlValue, suite: Suite, { id }: Operation): Case {
  return (
    suite.cases.find((each) => each.id === `${id}/${node.text()}`) ??
    node.fail(`${id} has no sample "${node.text()}"`)
  );
}

function checkNames(node: YamlValue, names: ReadonlySet<string>): void {
  const unknown = namesIn(node.json()).find((name) => !names.has(name));
  if (unknown !== undefined) node.fail(`nothing is known as {${unknown}} up to here`);
}

import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { edited, type Case } from "../case.ts";
import type { Suite } from "../suite.ts";
import { isObject, type Operation, valueAt } from "contract-kernel";
import { expectationKeys, readExpectations, readKeep, readRequest } from "./read-message.ts";
import type { CallStep, Scenario, Step } from "./scenario.ts";
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
  const { why, fresh, given, steps } = root.fields(["why", "steps"], ["fresh", "given"]);
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
      title: `step ${index + 1} (${step.title})`,
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
      values.fail(`nothing provides "${name}"; provided are ${givens.join(", ")}`);
    checkNames(values, names);
    const stated = values.json();
    const fields = isObject(stated) ? stated : {};
    for (const [key, bound] of Object.entries(fields))
      if (key.startsWith("binds") && typeof bound === "string") names.add(bound);
    const { source } = values;
    return {
      kind: "given",
      title: name,
      source,
      given: { name, values: fields },
    };
  });
}

function readCall(place: Place, reader: Reader): CallStep {
  const fields = place.fields(
    ["call", "status"],
    ["sample", "request", "set", "remove", "keep", "withinSeconds", ...expectationKeys],
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
    fields.status?.fail(`${operation.id} never answers ${status}`);
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
    keep: readKeep(fields.keep, reader.names),
    withinSeconds: fields.withinSeconds?.number() ?? 0,
  };
}

/** Long enough for a server that is busy, short enough to wait for. */
const DEFAULT_RECEIVE_SECONDS = 10;

function readReceive(place: Place, reader: Reader): Step {
  const fields = place.fields(["receive"], ["at", "keep", "withinSeconds", ...expectationKeys]);
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
    keep: readKeep(fields.keep, reader.names),
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

function findOperation(place: Place, { suites }: Reader): { suite: Suite; operation: Operation } {
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

function checkNames(place: Place, names: ReadonlySet<string>): void {
  const unknown = namesIn(place.json()).find((name) => !names.has(name));
  if (unknown !== undefined) place.fail(`nothing is known as {${unknown}} up to here`);
}

import {
  documentedOf,
  editedRequest,
  exampleStatuses,
  isObject,
  isSchema,
  type Operation,
  pointerNames,
  type SampleRequest,
  type Schema,
  type SourcePosition,
  valueAt,
} from "@contract-toolkit/contract";
import type { Case, ProviderState } from "../../cases/case.ts";
import type { Suite } from "../../suite.ts";
import { shownRowsOf } from "../shown-rows.ts";
import { expectationKeys, readExpectations } from "../steps/expect.ts";
import { placeholderNames } from "../values.ts";
import { meantOf, readPointer, type YamlValue } from "./yaml.ts";

/** The names that scenarios may refer to. */
export interface Vocabulary {
  /** Suites with their operations and samples. Operations of different suites have different ids. */
  readonly suites: readonly Suite[];
  /** Names of the provider states that can be set up. */
  readonly providerStates: readonly string[];
}

/** The names that a step may refer to. */
export interface Reader extends Vocabulary {
  /** Names that are known before the step. */
  readonly names: Set<string>;
}

interface StepHead {
  readonly title: string;
  readonly source: SourcePosition;
}

export type CallStep = StepHead & ReturnType<typeof readCall>;
/** Calls that are sent at the same time. */
export type AtOnceStep = StepHead & ReturnType<typeof readAtOnce>;
export type ListStep = StepHead & ReturnType<typeof readList>;
export type ReceiveStep = StepHead & ReturnType<typeof readReceive>;
export type ProviderStateStep = StepHead & {
  readonly kind: "providerState";
  readonly state: ProviderState;
};
/** Expects that several lists together hold each of `members` once and nothing else, in any sequence. */
export type JoinStep = StepHead & ReturnType<typeof readJoin>;
/** Opens the page at a URL from a message as a browser does, and judges it. */
export type VisitStep = StepHead & ReturnType<typeof readVisit>;
/** Sets how messages of the server are answered from now on. The default is 204. */
export type ResponseStep = StepHead & ReturnType<typeof readExpectedResponse>;

export type Step =
  | CallStep
  | AtOnceStep
  | ListStep
  | ReceiveStep
  | ProviderStateStep
  | JoinStep
  | VisitStep
  | ResponseStep;

/** Reads a step. A step with several provider states becomes one step for each. */
export function readStep(node: YamlValue, reader: Reader): Step[] {
  shownRowsOf(node);
  const keys = node.entries().map(([name]) => name);
  const { source } = node;
  if (keys.includes("providerState")) {
    const { providerState = node } = node.fields(["providerState"]);
    return readProviderStates(providerState, reader);
  }
  const read = Object.entries(readers).find(([key]) => keys.includes(key))?.[1];
  if (!read)
    return node.fail(
      "a step has one of the keys call, atOnce, list, receive, providerState, join, visit, answer, each",
    );
  const step = read(node, reader);
  return [{ ...step, title: "operation" in step ? step.operation.id : step.kind, source }];
}

const readers = {
  call: readCall,
  atOnce: readAtOnce,
  receive: readReceive,
  list: readList,
  join: readJoin,
  visit: readVisit,
  answer: readExpectedResponse,
};

export function readProviderStates(
  node: YamlValue,
  { providerStates, names }: Reader,
): ProviderStateStep[] {
  return node.entries().map(([name, values]) => {
    if (!providerStates.includes(name))
      values.fail(`there is no provider state "${name}"; ${meantOf(name, providerStates)}`);
    checkNames(values, names);
    const stated = values.json();
    const fields = isObject(stated) ? stated : {};
    for (const [key, bound] of Object.entries(fields))
      if (key.startsWith("binds") && typeof bound === "string") names.add(bound);
    const { source } = values;
    return { kind: "providerState", title: name, source, state: { name, values: fields } };
  });
}

function readCall(node: YamlValue, reader: Reader) {
  const requests = ["sample", "request", "set", "remove", "longest"] as const;
  const fields = node.fields(
    ["call"],
    ["status", ...requests, "keep", "withinSeconds", "shows", ...expectationKeys],
  );
  const { suite, operation } = findScenarioOperation(fields.call ?? node, reader);
  const longest = readLongest(
    fields.longest,
    () => suite.requestSchema(operation.id),
    reader.names,
  );
  checkNames(node, reader.names);
  if (fields.sample && fields.request)
    node.fail("a call has at most one of the keys sample, request");
  const sample = fields.sample && findSample(fields.sample, suite, operation);
  const set = readObject(fields.set);
  const remove = fields.remove?.items().map((item) => item.text()) ?? [];
  const base = sample?.request ?? readRequest(fields.request, operation);
  const status = fields.status?.number() ?? successOf(operation);
  if (documentedOf(operation.responses, status) === undefined)
    (fields.status ?? node).fail(`${operation.id} documents no status ${status}`);
  const fresh = (sample?.fresh ?? [])
    .filter(({ pointer }) => !(pointer in set) && !remove.includes(pointer))
    .map(({ pointer, maxLength }) => ({
      pointer,
      length: maxLength ?? String(valueAt(base, pointer)).length,
    }));
  return {
    kind: "call" as const,
    suite,
    operation,
    request: editedRequest(base, { set, remove }),
    /** Request values that are made anew for each play. */
    fresh,
    /** Texts that get their greatest documented length, and the names under which later steps know them. */
    longest,
    status,
    expected: readExpectations(fields),
    /** Pointers into the response by the name under which later steps know the value. */
    keep: readKeep(fields.keep, reader.names),
    /** How long the call is repeated until its response is as expected. */
    withinSeconds: fields.withinSeconds?.number() ?? 0,
  };
}

function readAtOnce(node: YamlValue, reader: Reader) {
  const fields = node.fields(["atOnce"], ["times", "wins", "otherwise", "shows"]);
  const calls = (fields.atOnce?.items() ?? []).map((item): CallStep => {
    const call = readCall(item, reader);
    return { ...call, title: call.operation.id, source: item.source };
  });
  return {
    kind: "atOnce" as const,
    /** Each of the calls is sent as many times. */
    calls: Array.from({ length: fields.times?.number() ?? 1 }, () => calls).flat(),
    /** How many have the status of their call, in any sequence. Default: all. */
    wins: fields.wins?.number(),
    /** The status of the others. */
    otherwise: fields.otherwise?.number(),
  };
}

function successOf({ responses }: Operation): number {
  return exampleStatuses(responses)[0] ?? 200;
}

/** Finds the documented greatest length of each text, so that a scenario does not repeat it. */
function readLongest(node: YamlValue | undefined, request: () => Schema, names: Set<string>) {
  return (node?.entries() ?? []).map(([name, value]) => {
    const pointer = readPointer(value);
    const place = pointerNames(pointer).reduce<unknown>(
      (schema, pointerName) => (isSchema(schema) ? schema.properties?.[pointerName] : undefined),
      request(),
    );
    const length = isSchema(place) ? place.maxLength : undefined;
    names.add(name);
    return typeof length === "number"
      ? { name, pointer, length }
      : value.fail(`no greatest length is documented at ${pointer}`);
  });
}

const DEFAULT_RECEIVE_SECONDS = 10;

/** For nothing to come. Senders on the same machine send at once. */
const DEFAULT_SILENCE_SECONDS = 0.5;

function readReceive(node: YamlValue, reader: Reader) {
  const isNone = node.entries().some(([name, value]) => name === "none" && value.json() === true);
  // Of what does not come, nothing can be expected.
  const ofMessage = isNone ? [] : (["repeated", "keep", "forged", ...expectationKeys] as const);
  const given = ["at", "none", "withinSeconds", "shows", ...ofMessage] as const;
  const fields = node.fields(["receive"], given);
  checkNames(node, reader.names);
  const seconds = isNone ? DEFAULT_SILENCE_SECONDS : DEFAULT_RECEIVE_SECONDS;
  return {
    kind: "receive" as const,
    ...findScenarioOperation(fields.receive ?? node, reader),
    /** Whether no message may come. */
    isNone,
    /** Only messages sent to this path below the inbox. */
    at: fields.at?.text() ?? "",
    /** Whether the message must be a repeat of one that was received before. */
    isRepeated: fields.repeated?.json() === true,
    expected: readExpectations(fields),
    keep: readKeep(fields.keep, reader.names),
    withinSeconds: fields.withinSeconds?.number() ?? seconds,
    /** Whether the receiver must refuse the message: the provider must find a violation in it. */
    isForged: fields.forged?.json() === true,
  };
}

function readList(node: YamlValue, reader: Reader) {
  const fields = node.fields(["list", "page", "limit", "items", "total"], ["shows"]);
  const { suite, operation } = findScenarioOperation(fields.list ?? node, reader);
  const query = suite.requestSchema(operation.id).properties?.["query"];
  return {
    kind: "list" as const,
    suite,
    operation,
    /** A request with only credentials. */
    request: readRequest(undefined, operation),
    query: isSchema(query) ? query : ({} satisfies Schema),
    /** Names of the query parameters for the page and for the greatest number of items on it. */
    page: fields.page?.text() ?? "",
    limit: fields.limit?.text() ?? "",
    items: readPointer(fields.items ?? node),
    total: readPointer(fields.total ?? node),
  };
}

function readJoin(node: YamlValue, { names }: Reader) {
  const { join: lists, members } = node.fields(["join", "members"], ["shows"]);
  checkNames(node, names);
  const all: unknown = members?.json();
  return {
    kind: "join" as const,
    lists: lists?.items().map((item) => item.json()) ?? [],
    members: Array.isArray(all) ? (all as unknown[]) : node.fail("members must be a list"),
  };
}

function readVisit(node: YamlValue, reader: Reader) {
  const fields = node.fields(["visit"], ["status", "ifUrl", "keep", "shows", ...expectationKeys]);
  checkNames(node, reader.names);
  return {
    kind: "visit" as const,
    url: fields.visit?.text() ?? "",
    /** Whether a text that is not a URL is skipped. */
    isIfUrl: fields.ifUrl?.json() === true,
    status: fields.status?.number() ?? 200,
    expected: readExpectations(fields),
    keep: readKeep(fields.keep, reader.names),
  };
}

function readExpectedResponse(node: YamlValue, { names }: Reader) {
  const { answer, at } = node.fields(["answer", "at"]);
  checkNames(node, names);
  const { status, headers, afterSeconds } =
    answer?.fields([], ["status", "headers", "afterSeconds"]) ?? {};
  const texts = headers?.entries().map(([name, value]) => [name, value.text()] as const) ?? [];
  const isHungUp = status === undefined && { isHungUp: true as const };
  const delay = afterSeconds && { afterMs: afterSeconds.number() * 1000 };
  return {
    kind: "response" as const,
    at: at?.text() ?? "",
    response: {
      status: status?.number() ?? 0,
      headers: Object.fromEntries(texts),
      form: { ...isHungUp, ...delay },
    },
  };
}

function findScenarioOperation(node: YamlValue, { suites }: Reader) {
  const id = node.text();
  const suite = suites.find(({ contract }) => contract.operations[id]);
  const operation = suite?.contract.operations[id];
  if (suite && operation) return { suite, operation };
  const ids = suites.flatMap(({ contract }) => Object.keys(contract.operations));
  return node.fail(`there is no operation "${id}"; ${meantOf(id, ids)}`);
}

function findSample(node: YamlValue, suite: Suite, { id }: Operation): Case {
  return (
    suite.cases.find((testCase) => testCase.id === `${id}/${node.text()}`) ??
    node.fail(`${id} has no sample "${node.text()}"`)
  );
}

/** Reads a request by its parts, and adds placeholders for credentials. */
function readRequest(node: YamlValue | undefined, { parameters }: Operation): SampleRequest {
  const { path, query, headers, body } =
    node?.fields([], ["path", "query", "headers", "body"]) ?? {};
  const credentials = parameters
    .filter(({ credential }) => credential)
    .map(({ name }) => [name, "<CREDENTIAL>"] as const);
  return {
    path: readObject(path),
    query: readObject(query),
    headers: { ...Object.fromEntries(credentials), ...readObject(headers) },
    ...(body && { body: body.json() }),
  };
}

function readObject(node: YamlValue | undefined): Record<string, unknown> {
  return Object.fromEntries(node?.entries().map(([name, value]) => [name, value.json()]) ?? []);
}

function readKeep(node: YamlValue | undefined, names: Set<string>): Record<string, string> {
  const named = (node?.entries() ?? []).map(
    ([name, pointer]) => [name, readPointer(pointer)] as const,
  );
  for (const [name] of named) names.add(name);
  return Object.fromEntries(named);
}

function checkNames(node: YamlValue, names: ReadonlySet<string>): void {
  const unknown = placeholderNames(node.json()).find((name) => !names.has(name));
  if (unknown !== undefined) node.fail(`the name {${unknown}} is unknown here`);
}

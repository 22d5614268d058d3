import {
  isContainer,
  isSchema,
  ownResponses,
  ownValue,
  pointerNames,
  pointerStep,
  type Schema,
} from "@contract-toolkit/contract";
import {
  resolvedResponseSchema,
  responseSchemaOf,
} from "@contract-toolkit/schemas/message-schemas/resolved-schemas";
import { names, operationsById } from "@contract-toolkit/schemas/message-schemas/schema";
import type { Case, ConstraintCase } from "./cases/case.ts";
import type { CallCase } from "./cases/clients/call-case.ts";
import type { CallbackCase } from "./cases/receivers/callback-case.ts";
import type { HttpCase } from "./cases/servers/http-case.ts";
import type { Step } from "./scenarios/read/read-steps.ts";
import { callsIn, type Scenario } from "./scenarios/scenario.ts";
import type { Suite } from "./suite.ts";
import { keepFindings, type Finding, type Verdict } from "./verdict.ts";

type Documented = Pick<Suite, "document" | "requestSchema">;
type Played = Case | ConstraintCase | HttpCase | CallCase | CallbackCase | Scenario;

/**
 * Names the choices (`@chosen`) that findings rest on. Without choices, such findings are left out: another service with the same
 * documented interface may have chosen something else.
 */
export function withChoices(suite: Documented, verdict: Verdict, isWithout: boolean): Verdict {
  if (verdict.outcome !== "failed") return verdict;
  return keepFindings(verdict, (finding) => {
    const found = finding.choices ?? choicesOfCase(suite, verdict.case as Played, finding);
    const ids = [...new Set(found)];
    if (ids.length === 0) return finding;
    if (isWithout) return undefined;
    const { message, repeatable = message } = finding;
    const end = ` [${ids.join(", ")}]`;
    return { ...finding, choices: ids, message: message + end, repeatable: repeatable + end };
  });
}

/** Those of a response that is wrong by itself or unlike its sample, or else those of what the case changes. */
function choicesOfCase(suite: Documented, played: Played, finding: Finding): readonly string[] {
  if (played.kind === "scenario") return [];
  const { id } = played.operation;
  const sample = "base" in played ? played.base : played;
  const shown = "response" in sample ? sample.response.status : 0;
  const status = finding.violation?.status ?? shown;
  const found = choicesOfResponse(suite, id, status, finding.message);
  return (
    found ??
    changedPlaces(played).flatMap((place) => {
      if (place === undefined) return names(operationsById(suite.document).get(id)?.["x-chosen"]);
      const { at, pointer, isPresence } = place;
      const schema =
        at === undefined ? suite.requestSchema(id) : responseSchemaOf(suite.document, id, at);
      return choicesAlong(schema ?? {}, pointer)
        .slice(isPresence ? -2 : -1)
        .flat();
    })
  );
}

/** A place of a request, or of the response with a status. */
interface Place {
  readonly at?: number;
  readonly pointer: string;
  /** Whether a field is there. The object that it is in says so. */
  readonly isPresence?: boolean;
}

/** The places that a case changes, undefined for what has no place: an undocumented parameter. */
function changedPlaces(played: Exclude<Played, Scenario>): readonly (Place | undefined)[] {
  if (played.kind === "constraint") {
    const { direction, place: pointer, keyword } = played.constraint;
    const isPresence = /^(required|optional|requires)/.test(keyword);
    const { status } = played.base.response;
    return [{ pointer, isPresence, ...(direction === "response" && { at: status }) }];
  }
  if (played.kind === "callback")
    return played.steps.flatMap(({ form: { signature } }) =>
      signature ? [{ pointer: signature.place }] : [],
    );
  if (!("raw" in played)) return [];
  const { raw, credential, operation } = played;
  const isCredential = (name: string) =>
    operation.parameters.some((own) => own.credential && own.name === name);
  const headers = Object.keys(raw.headers ?? {}).filter((name) => !isCredential(name));
  return [
    ...(credential ? [`/headers/${pointerStep(credential.place.name)}`] : []),
    ...headers.map((name) => `/headers/${pointerStep(name)}`),
    ...(raw.parameters ?? []).map(({ in: part, name }) => `/${part}/${pointerStep(name)}`),
  ]
    .map((pointer): Place | undefined => ({ pointer }))
    .concat(raw.query === undefined ? [] : [undefined]);
}

/** The choices of a finding about a response; undefined if it is not about its place or about which refusal it is. */
function choicesOfResponse(
  { document }: Pick<Suite, "document">,
  id: string,
  status: number,
  message: string,
): readonly string[] | undefined {
  if (ofRefusal.test(message)) return choicesOfRefusals(document, id);
  const pointer = placeIn(message);
  if (pointer === undefined) return undefined;
  const along = choicesAlong(responseSchemaOf(document, id, status) ?? {}, pointer);
  return along.slice(status >= 400 ? 0 : isMissing.test(message) ? -2 : -1).flat();
}

/** The choices of a finding about a step. What a service sends by itself rests on all choices of its operation and on the way to a place. */
export function choicesOfStep(step: Step, message: string): readonly string[] {
  if (step.kind === "receive") {
    const { suite, operation } = step;
    return [
      ...names(operationsById(suite.document).get(operation.id)?.["x-chosen"]),
      ...choicesAlong(suite.requestSchema(operation.id), placeIn(message) ?? "").flat(),
    ];
  }
  const calls = step.kind === "list" ? [{ ...step, status: 200 }] : callsIn(step);
  return calls.flatMap(
    (call) => choicesOfResponse(call.suite, call.operation.id, call.status, message) ?? [],
  );
}

/** A request is refused, but not as expected. */
const ofRefusal =
  /^(?:status: expected 4|status 4\d\d is not doc|it must be refused|the refusal must)(?!.*, found [235]\d\d)/s;

function placeIn(message: string): string | undefined {
  return /^\/(?:headers|body)[^\s:]*/.exec(message)?.[0];
}

const isMissing = / is required$|: expected nothing,|found nothing$/;

/** What all refusals of an operation rest on, such as their statuses. */
function choicesOfRefusals(document: Suite["document"], id: string): readonly string[] {
  const operation = operationsById(document).get(id);
  const refusals = operation ? ownResponses(operation).filter(([status]) => /^4/.test(status)) : [];
  const [first = [], ...others] = refusals.map(([status, response]) =>
    choicesWithin(resolvedResponseSchema(document, id, status, response)),
  );
  return first.filter((choice) => others.every((all) => all.includes(choice)));
}

function choicesWithin(schema: unknown): readonly string[] {
  if (!isContainer(schema)) return [];
  const own = "x-chosen" in schema ? names(schema["x-chosen"]) : [];
  return [...own, ...Object.values(schema).flatMap(choicesWithin)];
}

/** The choices at each place on the way to a place, as far as it is documented. */
function choicesAlong(schema: Schema, pointer: string): readonly (readonly string[])[] {
  let nodes = withBranches(schema);
  const found = [nodes];
  for (const name of pointerNames(pointer)) {
    const isItem = /^(\d+|\[\])$/.test(name);
    nodes = nodes
      .flatMap(({ properties = {}, items }) => [ownValue(properties, name), isItem && items])
      .filter(isSchema)
      .flatMap(withBranches);
    if (nodes.length > 0) found.push(nodes);
  }
  return found.map((all) => all.flatMap((node) => names(node["x-chosen"])));
}

function withBranches(schema: Schema): Schema[] {
  const { allOf = [], anyOf = [], oneOf = [] } = schema;
  return [schema, ...[...allOf, ...anyOf, ...oneOf].flatMap(withBranches)];
}

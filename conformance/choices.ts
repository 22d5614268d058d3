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
import { operationsById } from "@contract-toolkit/schemas/documents/operations";
import { namesIn } from "@contract-toolkit/schemas/message-schemas/marks";
import type { Case, ConstraintCase } from "./cases/case.ts";
import type { CallCase } from "./cases/clients/call-case.ts";
import type { CallbackCase } from "./cases/receivers/callback-case.ts";
import type { HttpCase } from "./cases/servers/http-case.ts";
import type { Scenario } from "./scenarios/scenario.ts";
import type { Suite } from "./suite.ts";
import { keepFindings, type Finding, type FoundPlace, type Verdict } from "./verdict.ts";

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

/** Those of a place that is wrong by itself or unlike its sample, or else those of what the case changes. */
function choicesOfCase(suite: Documented, played: Played, finding: Finding): readonly string[] {
  if (played.kind === "scenario") return [];
  const { id } = played.operation;
  const sample = "base" in played ? played.base : played;
  const last = "responses" in sample ? sample.responses.at(-1) : sample;
  const shown = last && "response" in last ? last.response.status : 0;
  const found = choicesOfExchange(suite, id, finding.violation?.status ?? shown, finding.about);
  return (
    found ??
    changedPlaces(played).flatMap((place) => {
      if (place === undefined) return choicesOfOperation(suite, id);
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
interface Place extends Exclude<FoundPlace, "refusal"> {
  readonly at?: number;
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

/** The choices at a place of a response or of its request; undefined if the place is not documented. */
export function choicesOfExchange(
  { document, requestSchema }: Documented,
  id: string,
  status: number,
  about: FoundPlace | undefined,
): readonly string[] | undefined {
  if (about === undefined) return undefined;
  if (about === "refusal") return choicesOfRefusals(document, id);
  const { pointer, isPresence, isSent } = about;
  const schema = isSent ? requestSchema(id) : responseSchemaOf(document, id, status);
  const along = choicesAlong(schema ?? {}, pointer);
  if (along.length === 1) return undefined;
  return along.slice(!isSent && status >= 400 ? 0 : isPresence ? -2 : -1).flat();
}

/** What a service sends by itself rests on all choices of its operation and on the way to a place. */
export function choicesOfMessage(suite: Documented, id: string, about?: FoundPlace): string[] {
  const pointer = about === undefined || about === "refusal" ? "" : about.pointer;
  return [
    ...choicesOfOperation(suite, id),
    ...choicesAlong(suite.requestSchema(id), pointer).flat(),
  ];
}

function choicesOfOperation({ document }: Documented, id: string): readonly string[] {
  return namesIn(operationsById(document).get(id)?.["x-chosen"]);
}

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
  const own = "x-chosen" in schema ? namesIn(schema["x-chosen"]) : [];
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
  return found.map((all) => all.flatMap((node) => namesIn(node["x-chosen"])));
}

function withBranches(schema: Schema): Schema[] {
  const { allOf = [], anyOf = [], oneOf = [] } = schema;
  return [schema, ...[...allOf, ...anyOf, ...oneOf].flatMap(withBranches)];
}

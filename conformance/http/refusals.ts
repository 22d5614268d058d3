import {
  type BodyKind,
  bodyKindOf,
  contentOf,
  fieldOf,
  isObject,
  isStreamed,
  pointerNames,
  valueAt,
  withoutValue,
  withValue,
  explain,
  type SampleRequest,
} from "@contract-toolkit/kernel";
import type { Case, ConstraintCase } from "../case.ts";
import { credentialStatuses, placesOf } from "./credentials/credentials.ts";
import type { HttpCase, Refused } from "./http-case.ts";
import type { RequestProblem } from "./http-decisions.ts";
import {
  documentedAmong,
  httpCase,
  mayBeSamePath,
  refusedOutside,
  takesType,
  unknownTarget,
  type Ground,
} from "./make-case.ts";
import { merged, type RawForm } from "./raw-form.ts";

/**
 * Requests with one problem, with two at once, and with faults in several parts: which refusal is answered, and how.
 *
 * @param constraints of the operation
 */
export function refusalCases(ground: Ground, constraints: readonly ConstraintCase[]): HttpCase[] {
  const base = ground.plain.find(({ request }) => request.body !== undefined) ?? ground.plain[0];
  if (!base) return [];
  const problems = problemsOf(ground, base);
  return [
    ...methods(ground, base),
    ...problems.flatMap((one, index) =>
      problems.slice(index + 1).flatMap((other) => pair(ground, base, one, other)),
    ),
    // What is read while it comes is judged while it comes: the first fault is its last.
    ...(isStreamed(kindOf(ground, base))
      ? []
      : [...queryAndBody(ground, base), ...severalFaults(ground, constraints)]),
  ];
}

function kindOf({ operation }: Ground, { request }: Case): BodyKind {
  return bodyKindOf(contentOf(operation.body, request.contentType) ?? { contentType: "" });
}

/** A query that nobody documented and a body that cannot be read. */
function queryAndBody(ground: Ground, base: Case): HttpCase[] {
  if (!ground.isQueryClosed || !isObject(base.request.body)) return [];
  const expected: Refused = {
    kind: "refused",
    statuses: documentedAmong(ground, [400, 422]),
    fields: ["undocumented", "body"],
  };
  return [
    httpCase(base, "refusals", "query and body", "two faults at once; both are told", {
      section: "RFC 9110, section 15.5.1",
      raw: { query: "undocumented=1", body: { text: "{open}" } },
      expected,
    }),
  ];
}

interface Problematic {
  readonly problem: RequestProblem;
  readonly statuses: readonly number[];
  readonly raw: RawForm;
}

function problemsOf(ground: Ground, base: Case): Problematic[] {
  const { operation, decisions } = ground;
  const among = (...statuses: number[]) => documentedAmong(ground, statuses);
  const hasBody = base.request.body !== undefined;
  const secret = placesOf(ground, base).find((place) => place.in === "header");
  const method = otherMethods(ground)[0];
  const target = unknownTarget(ground);
  const limit = decisions.bodyLimitBytes;
  return [
    ...(target === undefined
      ? []
      : [
          {
            problem: "unknown-path",
            statuses: refusedOutside(ground, [404]),
            raw: { target },
          } as const,
        ]),
    ...(method === undefined
      ? []
      : [{ problem: "method", statuses: methodStatuses(ground), raw: { method } } as const]),
    ...(secret
      ? [
          {
            problem: "credential",
            statuses: credentialStatuses(ground),
            raw: { headers: { [secret.name]: [] } },
          } as const,
        ]
      : []),
    ...(hasBody && limit !== undefined
      ? [
          {
            problem: "size",
            statuses: among(413),
            raw: { body: { text: "{body}", paddedToBytes: limit + 1 } },
          } as const,
        ]
      : []),
    ...(hasBody && !takesType(operation, "text/plain")
      ? [
          {
            problem: "media-type",
            statuses: among(415),
            raw: { headers: { "Content-Type": ["text/plain"] } },
          } as const,
        ]
      : []),
    // Any text is a text.
    ...(hasBody && ["text", "bytes"].includes(kindOf(ground, base))
      ? []
      : hasBody
        ? [{ problem: "schema", statuses: among(400, 422), raw: { body: { text: "[" } } } as const]
        : ground.isQueryClosed
          ? [
              {
                problem: "schema",
                statuses: among(400, 422),
                raw: { query: "undocumented=1" },
              } as const,
            ]
          : []),
  ];
}

/** The path is looked for before the method, and both before what else there is; what of the rest comes first is the service's. */
function pair(ground: Ground, base: Case, one: Problematic, other: Problematic): HttpCase[] {
  if (one.problem === "size" && other.problem === "schema") return [];
  const { precedence = [] } = ground.decisions;
  const rank = ({ problem }: Problematic) =>
    precedence.findIndex((group) => group.includes(problem));
  const [first, second] = [rank(one), rank(other)];
  const isDecided = first >= 0 && second >= 0 && first !== second;
  const told = isDecided ? [first < second ? one : other] : [one, other];
  const isOutside = [one, other].some(({ problem }) => isOfNoOperation(problem));
  const expected: Refused = {
    kind: "refused",
    statuses: [...new Set(told.flatMap(({ statuses }) => statuses))],
  };
  return [
    httpCase(
      base,
      "refusals",
      `${one.problem} and ${other.problem}`,
      "two problems at once; one of them is told",
      {
        section: "RFC 9110, section 15.5",
        raw: merged(one.raw, other.raw),
        expected,
        ...(isOutside && { isOutside }),
      },
    ),
  ];
}

function isOfNoOperation(problem: RequestProblem): boolean {
  return problem === "unknown-path" || problem === "method";
}

const everyMethod = ["GET", "POST", "PUT", "PATCH", "DELETE"];

function otherMethods({ contract, operation }: Ground): string[] {
  const same = Object.values(contract.operations).filter(({ path }) =>
    mayBeSamePath(path, operation.path),
  );
  return everyMethod.filter((method) => !same.some((each) => each.method === method));
}

/** A server that does not know a method may say so, or that there is nothing there by this method. */
function methodStatuses({ contract }: Ground): readonly number[] {
  return contract.refusals[405] === undefined ? [405, 404, 501] : [405];
}

function methods(ground: Ground, base: Case): HttpCase[] {
  const { contract, operation } = ground;
  const named = Object.values(contract.operations)
    .filter(({ path }) => path === operation.path)
    .map(({ method }) => method);
  const refused = (method: string): Refused => ({
    kind: "refused",
    statuses: methodStatuses(ground),
    isRepeated: true,
    allow: { named, unnamed: [method] },
  });
  return otherMethods(ground).map((method) =>
    httpCase(base, "refusals", `method ${method}`, "a method that the path does not have", {
      section: "RFC 9110, section 15.5.6",
      raw: { method },
      isOutside: true,
      expected: refused(method),
    }),
  );
}

/** Faults of two parts of a request, or of two fields of its body: all are told where refusals name fields. */
function severalFaults(ground: Ground, constraints: readonly ConstraintCase[]): HttpCase[] {
  const wrong = constraints.filter(
    ({ boundary, constraint, isToBeNamed, base }) =>
      isToBeNamed &&
      boundary === "invalid" &&
      constraint.direction === "request" &&
      constraint.contentType === undefined &&
      constraint.keyword !== "contentType" &&
      base.providerStates.length === 0 &&
      !ground.operation.parameters.some(
        ({ name, credential }) => credential && constraint.place === `/headers/${name}`,
      ),
  );
  const byField = new Map(wrong.map((each) => [each.pointer, each]));
  const chosen = [...byField.values()];
  const [codeless, coded] = [
    chosen.filter(({ code }) => code === undefined),
    chosen.filter(({ code }) => code !== undefined),
  ];
  const pairs = codeless.flatMap((one, index) =>
    codeless.slice(index + 1).map((other) => [one, other] as const),
  );
  const first = firstOfParts(pairs);
  return [
    ...first.flatMap((each) => together(ground, each)),
    ...codeless
      .slice(0, 1)
      .flatMap((one) => coded.flatMap((other) => together(ground, [one, other]))),
  ];
}

/** A pair for each two parts, and some within one part. */
function firstOfParts(
  pairs: readonly (readonly [ConstraintCase, ConstraintCase])[],
): (readonly [ConstraintCase, ConstraintCase])[] {
  const partOf = ({ pointer }: ConstraintCase) => pointerNames(pointer)[0] ?? "";
  const groups = Map.groupBy(pairs, ([one, other]) => `${partOf(one)} ${partOf(other)}`);
  return [...groups.values()].flatMap((group) => group.slice(0, MOST_OF_PARTS));
}

const MOST_OF_PARTS = 4;

function together(
  { contract, operation, decisions }: Ground,
  [one, other]: readonly [ConstraintCase, ConstraintCase],
): HttpCase[] {
  const { pointer } = other;
  const value = valueAt(other.message, pointer);
  const isMissing = value === undefined;
  if (one.base.id !== other.base.id && isMissing && valueAt(one.message, pointer) === undefined)
    return [];
  const request = (
    isMissing ? withoutValue(one.message, pointer) : withValue(one.message, pointer, value)
  ) as SampleRequest;
  const validate = contract.validators[operation.id]?.request;
  if (validate?.(structuredClone(request)) !== false) return [];
  const told = new Set(explain(validate.errors ?? []).map((fault) => fieldOf(fault.pointer)));
  // One fault may hide the other, as a union does that is judged by one of its branches.
  if (![one, other].every(({ field }) => told.has(field))) return [];
  const isDecided = decisions.precedence?.flat().includes("bounds") === true;
  const expected: Refused = {
    kind: "refused",
    statuses: documentedAmong({ contract, operation }, [400, 422]),
    fields: [one.field, other.field],
    ...(isDecided && other.code !== undefined && { codesExcluded: [other.code] }),
  };
  const base: Case = { ...one.base, request, call: request, fresh: [] };
  return [
    httpCase(
      base,
      "refusals",
      `${one.field} and ${other.field}`,
      "two faults at once; both are told",
      {
        section: "RFC 9110, section 15.5.1",
        raw: {},
        expected,
      },
    ),
  ];
}

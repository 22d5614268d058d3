import {
  type BodyKind,
  bodyKindOf,
  contentOf,
  isBoundsKeyword,
  isStreamed,
} from "@contract-toolkit/kernel";
import type { Case, ConstraintCase } from "../../case.ts";
import { credentialStatuses, placesOf } from "../credentials/credentials.ts";
import type { HttpCase, Refused } from "../http-case.ts";
import type { RequestProblem } from "../http-decisions.ts";
import {
  documentedAmong,
  httpCase,
  mayBeSamePath,
  refusedOutside,
  takesType,
  unknownTarget,
  type Ground,
} from "../make-case.ts";
import { merged, type RawForm } from "../raw-form.ts";

/** What is wrong with a request, and how. */
export interface Problematic {
  readonly problem: RequestProblem;
  readonly statuses: readonly number[];
  readonly raw: RawForm;
  /** By which its refusal can be told from others of the same status. */
  readonly code?: number;
}

/** Each problem that a sample's request can have before its meaning is looked at. */
export function problemsOf(ground: Ground, base: Case): Problematic[] {
  const { operation, decisions } = ground;
  const among = (...statuses: number[]) => documentedAmong(ground, statuses);
  const hasBody = base.request.body !== undefined;
  const secret = placesOf(ground, base).find((place) => place.in === "header");
  const method = otherMethods(ground)[0];
  const target = unknownTarget(ground);
  const isStream = isStreamed(kindOf(ground, base));
  const limit = isStream ? decisions.uploadLimitBytes : decisions.bodyLimitBytes;
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
export function pair(ground: Ground, base: Case, one: Problematic, other: Problematic): HttpCase[] {
  if (one.problem === "size" && other.problem === "schema") return [];
  const isOutside = [one, other].some(({ problem }) => isOfNoOperation(problem));
  return [
    httpCase(
      base,
      "refusals",
      `${one.problem} and ${other.problem}`,
      "two problems at once; one of them is told",
      {
        section: "RFC 9110, section 15.5",
        raw: merged(one.raw, other.raw),
        expected: refusedFor(ground, one, other),
        ...(isOutside && { isOutside }),
      },
    ),
  ];
}

/** The refusal of a request with two problems. */
export function refusedFor(ground: Ground, one: Problematic, other: Problematic): Refused {
  const told = isBefore(ground, one, other)
    ? [one]
    : isBefore(ground, other, one)
      ? [other]
      : [one, other];
  const statuses = [...new Set(told.flatMap((each) => each.statuses))];
  const { codes = {} } = ground.decisions;
  const untold = [one, other].flatMap((each) =>
    told.includes(each) || each.code === undefined ? [] : [each.code],
  );
  const excluded = untold.filter((code) => !statuses.some((status) => codes[status] === code));
  return { kind: "refused", statuses, ...(excluded.length > 0 && { codesExcluded: excluded }) };
}

/** Whether the service has decided to tell one problem before another. */
export function isBefore(ground: Ground, one: Problematic, other: Problematic): boolean {
  const [first, second] = [rankOf(ground, one), rankOf(ground, other)];
  return first >= 0 && first < second;
}

function rankOf(
  { decisions: { precedence = [] } }: Ground,
  { problem, code }: Problematic,
): number {
  const own = precedence.findIndex((group) =>
    group.some((each) => code !== undefined && each === `${problem} ${code}`),
  );
  return own >= 0 ? own : precedence.findIndex((group) => group.includes(problem));
}

/** The error code of a value that is out of its bounds; a fault of another kind has none, whatever its field has besides. */
export function boundsCodeOf({ constraint, code }: ConstraintCase): number | undefined {
  return isBoundsKeyword(constraint.keyword) ? code : undefined;
}

function isOfNoOperation(problem: RequestProblem): boolean {
  return problem === "unknown-path" || problem === "method";
}

const everyMethod = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"];

/** Methods that the path of an operation does not have; where it has GET, whether it has HEAD is the server's. */
export function otherMethods({ contract, operation }: Ground): string[] {
  const same = Object.values(contract.operations).filter(({ path }) =>
    mayBeSamePath(path, operation.path),
  );
  return everyMethod.filter(
    (method) =>
      !same.some((each) => each.method === method || (method === "HEAD" && each.method === "GET")),
  );
}

/** A server that does not know a method may say so, or that there is nothing there by this method. */
export function methodStatuses({ contract }: Ground): readonly number[] {
  return contract.refusals[405] === undefined ? [405, 404, 501] : [405];
}

/** How the body of a sample is made up. */
export function kindOf({ operation }: Ground, { request }: Case): BodyKind {
  return bodyKindOf(contentOf(operation.body, request.contentType) ?? { contentType: "" });
}

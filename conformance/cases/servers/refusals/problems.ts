import {
  type BodyKind,
  bodyKindOf,
  findBodyContent,
  fieldPath,
  isBoundsKeyword,
  isStreamed,
  type SampleRequest,
  valueAt,
} from "@contract-toolkit/contract";
import { violationsOfRequest } from "../../../contract-allows.ts";
import { replaceValue } from "../../../json-comparison/values.ts";
import type { Case, ConstraintCase } from "../../case.ts";
import { isOfCredential } from "../../boundaries/constraint-case.ts";
import { credentialStatuses, credentialPlaces } from "../credentials/credentials.ts";
import type { Refused } from "../http-case.ts";
import type { RequestProblem } from "../http-decisions.ts";
import {
  documentedAmong,
  headerForm,
  mayBeSamePath,
  refusedOutside,
  takesType,
  unknownTarget,
  type OperationContext,
} from "../make-case.ts";
import type { RawForm } from "../raw-form.ts";

/** A problem, the form of the request that has it, and the statuses of its refusal. */
export interface InjectedProblem {
  readonly problem: RequestProblem;
  readonly statuses: readonly number[];
  readonly raw: RawForm;
  /** The error code that distinguishes its refusal from others with the same status. */
  readonly code?: number;
}

export function problemsOf(context: OperationContext, base: Case): InjectedProblem[] {
  const { operation, decisions } = context;
  const problems: InjectedProblem[] = [];
  const add = (problem: RequestProblem, statuses: readonly number[], raw: RawForm) => {
    problems.push({ problem, statuses, raw });
  };
  const wrong = documentedAmong(context, [400, 422]);
  const target = unknownTarget(context);
  if (target !== undefined) add("unknown-path", refusedOutside(context, [404]), { target });
  const [method] = otherMethods(context);
  if (method !== undefined) add("method", methodStatuses(context), { method });
  const secret = credentialPlaces(context, base).find((place) => place.in === "header");
  if (secret) add("credential", credentialStatuses(context), headerForm(secret.name));
  const kind = bodyKind(context, base);
  if (base.request.body === undefined) {
    if (context.isQueryClosed) add("schema", wrong, { query: "undocumented=1" });
    return problems;
  }
  const limit = isStreamed(kind) ? decisions.uploadLimitBytes : decisions.bodyLimitBytes;
  const body = { text: "{body}", paddedToBytes: (limit ?? 0) + 1 };
  if (limit !== undefined) add("size", documentedAmong(context, [413]), { body });
  if (!takesType(operation, "text/plain"))
    add("media-type", documentedAmong(context, [415]), headerForm("Content-Type", "text/plain"));
  // Every text is valid for a body of text or bytes.
  if (kind !== "text" && kind !== "bytes") add("schema", wrong, { body: { text: "[" } });
  return problems;
}

/** The refusal of a request with two problems, one of which is reported. */
export function refusedFor(
  context: OperationContext,
  left: InjectedProblem,
  right: InjectedProblem,
): Refused {
  const both = [left, right];
  const reported = both.filter((one) => !isBefore(context, one === left ? right : left, one));
  const statuses = [...new Set(reported.flatMap((one) => one.statuses))];
  const { codes = {} } = context.decisions;
  const unreported = both.flatMap((one) =>
    reported.includes(one) || one.code === undefined ? [] : [one.code],
  );
  const excluded = unreported.filter((code) => !statuses.some((status) => codes[status] === code));
  return { kind: "refused", statuses, ...(excluded.length > 0 && { codesExcluded: excluded }) };
}

type Ranked = Pick<InjectedProblem, "problem" | "code">;

/** Whether the service reports one problem before another. */
export function isBefore(context: OperationContext, left: Ranked, right: Ranked): boolean {
  const [first, second] = [problemRank(context, left), problemRank(context, right)];
  return first >= 0 && first < second;
}

function problemRank(
  { decisions: { precedence = [] } }: OperationContext,
  { problem, code }: Ranked,
): number {
  const own = precedence.findIndex((group) =>
    group.some((named) => code !== undefined && named === `${problem} ${code}`),
  );
  return own >= 0 ? own : precedence.findIndex((group) => group.includes(problem));
}

/** The error code of a value beyond its bounds. Other violations of the field do not have this code. */
export function boundsCodeOf({ constraint, code }: ConstraintCase): number | undefined {
  return isBoundsKeyword(constraint.keyword) ? code : undefined;
}

const everyMethod = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"];

/** Methods that the path of an operation does not have. With GET, a server may also offer HEAD. */
export function otherMethods({ contract, operation }: OperationContext): string[] {
  const same = Object.values(contract.operations).filter(({ path }) =>
    mayBeSamePath(path, operation.path),
  );
  return everyMethod.filter(
    (method) =>
      !same.some(
        (operation) =>
          operation.method === method || (method === "HEAD" && operation.method === "GET"),
      ),
  );
}

/** Without a documented 405, a server may also answer 404 or 501. */
export function methodStatuses({ contract }: OperationContext): readonly number[] {
  return contract.refusals[405] === undefined ? [405, 404, 501] : [405];
}

export function bodyKind({ operation }: OperationContext, { request }: Case): BodyKind {
  return bodyKindOf(findBodyContent(operation.body, request.contentType) ?? { contentType: "" });
}

type OfOperation = Pick<OperationContext, "contract" | "operation">;

/** Whether a case has a wrong field that its refusal must name. Credentials are checked before fields. */
export function isViolationOfField(
  { operation }: OfOperation,
  { boundary, constraint, isToBeNamed }: ConstraintCase,
): boolean {
  const { direction, keyword } = constraint;
  const isOfRequest = boundary === "invalid" && direction === "request";
  return (
    isToBeNamed === true &&
    isOfRequest &&
    keyword !== "contentType" &&
    !isOfCredential(operation, constraint)
  );
}

export function withViolation(
  request: SampleRequest,
  { message, pointer }: ConstraintCase,
): SampleRequest {
  return replaceValue(request, pointer, valueAt(message, pointer));
}

export function faultyFields(
  { contract, operation }: OfOperation,
  request: SampleRequest,
): string[] {
  return violationsOfRequest(contract, operation, request).map(({ pointer }) => fieldPath(pointer));
}

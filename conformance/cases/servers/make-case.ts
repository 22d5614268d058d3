import {
  findBodyContent,
  documentedOf,
  type Contract,
  type Operation,
  type SampleRequest,
  valueAt,
} from "@contract-toolkit/contract";
import { valuesByPointer } from "../../json-comparison/values.ts";
import type { Case } from "../case.ts";
import type { CredentialPlace } from "./credentials/credential-kinds.ts";
import type {
  AsAnother,
  Expectation,
  HttpCase,
  HttpGroup,
  LikeGet,
  Refused,
  Unlike,
} from "./http-case.ts";
import type { HttpDecisions, OpenPoint } from "./http-decisions.ts";
import type { RawForm } from "./raw-form.ts";

export interface OperationContext {
  readonly contract: Contract;
  readonly operation: Operation;
  /** Successful samples, those with the fewest provider states first. */
  readonly successes: readonly Case[];
  /** The first of them. */
  readonly first: Case;
  /** The first of them with a body; without one, the first. */
  readonly mostComplete: Case;
  readonly decisions: HttpDecisions;
  /** The lower-case names of the credentials of the run. */
  readonly given: ReadonlySet<string>;
  /** Whether undocumented query parameters are refused. */
  readonly isQueryClosed: boolean;
  /** Headers of successful samples of all operations, without credentials. */
  readonly shownHeaders: readonly (readonly [name: string, value: string])[];
  readonly allows: (request: SampleRequest) => boolean;
  /** Whether this is the first operation with credentials at a place. */
  readonly isFirstOf: (place: CredentialPlace) => boolean;
}

/** One case of a table: its name, a description, the request form, and the point that HTTP leaves open. */
export type Row = readonly [name: string, why: string, raw: RawForm, open?: OpenPoint | undefined];

type CaseParts = Pick<HttpCase, "isOutside" | "credential" | "message" | "spoil">;

export type CaseTable = ReturnType<typeof caseTable>;

export function caseTable(context: OperationContext, base: Case, group: HttpGroup) {
  const cases: HttpCase[] = [];
  const add = (
    section: string,
    expectation: Expectation | Plain["kind"],
    rows: readonly Row[],
    parts?: CaseParts,
  ) => {
    const expected = typeof expectation === "string" ? { kind: expectation } : expectation;
    for (const [name, why, raw, open] of rows) {
      const isOutside = raw.target ?? raw.parameters?.find((parameter) => parameter.in === "path");
      cases.push({
        ...httpHead(base.operation, group, section, name, why),
        base,
        raw,
        expected,
        ...(isOutside !== undefined && { isOutside: true }),
        ...(open !== undefined && { open }),
        ...parts,
      });
    }
  };
  /** A refusal with those of the statuses that the contract documents. */
  const refused = (statuses: readonly number[], further?: Further): Refused => ({
    kind: "refused",
    statuses: documentedAmong(context, statuses),
    ...further,
  });
  return { context, base, cases, add, refused };
}

type Plain = Exclude<Expectation, AsAnother | Refused | Unlike | LikeGet>;
type Further = Omit<Refused, "kind" | "statuses">;

/** What the HTTP cases of servers and of clients have in common. */
export function httpHead<Group extends string>(
  operation: Operation,
  group: Group,
  section: string,
  name: string,
  why: string,
) {
  const id = `${operation.id}/http/${group}/${name}`;
  const head = { id, kind: "http", why: `${why} (${section})`, source: operation.source } as const;
  return { ...head, operation, group, section };
}

/** A request with other field lines of one name. */
export function headerForm(name: string, ...lines: readonly string[]): RawForm {
  return { headers: { [name]: lines } };
}

export function body(text: string): Pick<RawForm, "body"> {
  return { body: { text } };
}

/** Each byte as an escape (RFC 3986, section 2.1). */
export function percentEscape(text: string): string {
  return Buffer.from(text).toString("hex").replace(/../g, "%$&");
}

type Documented = Pick<OperationContext, "contract" | "operation">;

/** Whether a status is documented for an operation, or for responses outside any operation. */
export function isDocumented({ contract, operation }: Documented, status: number): boolean {
  const own = documentedOf(operation.responses, status);
  return own !== undefined || contract.refusals[status] !== undefined;
}

/** The documented ones among statuses; all of them if none is documented. */
export function documentedAmong(
  context: Documented,
  statuses: readonly number[],
): readonly number[] {
  const found = statuses.filter((status) => isDocumented(context, status));
  return found.length > 0 ? found : statuses;
}

/** The documented ones among statuses for responses outside any operation; all of them if none is documented. */
export function refusedOutside(
  { contract }: Pick<OperationContext, "contract">,
  statuses: readonly number[],
): readonly number[] {
  const found = statuses.filter((status) => contract.refusals[status] !== undefined);
  return found.length > 0 ? found : statuses;
}

/** A target with an unknown path; undefined if each tried path may belong to another operation. */
export function unknownTarget({ contract, operation }: OperationContext): string | undefined {
  return [1, 2, 3]
    .map((times) => "/undocumented".repeat(times))
    .filter((further) =>
      Object.values(contract.operations).every(
        ({ path }) => !mayBeSamePath(path, operation.path + further),
      ),
    )
    .map((further) => `{path}${further}{query}`)[0];
}

export function mayBeSamePath(first: string, second: string): boolean {
  const [left, right] = [first.split("/"), second.split("/")];
  const isSame = (part: string, at: number) =>
    part === right[at] || [part, right[at] ?? ""].some((text) => text.includes("{"));
  return left.length === right.length && left.every(isSame);
}

export function takesType({ body }: Operation, type: string): boolean {
  const isRange = (text: string) => text.includes("*");
  return (
    findBodyContent(body, type) !== undefined ||
    [body, ...(body?.others ?? [])].some(
      (bodyContent) => bodyContent && isRange(bodyContent.contentType),
    )
  );
}

/** Whether a part of a request is sent unchanged: it has neither fresh values nor values of provider states. */
export function isAsWritten(base: Case, pointer: string): boolean {
  const value = valueAt(base.request, pointer);
  const bound = boundValues(base);
  return (
    value !== undefined &&
    !base.fresh.some((item) => `${item.pointer}/`.startsWith(`${pointer}/`)) &&
    !valuesByPointer(value).some(([, value]) => bound.includes(value))
  );
}

/** The values of a sample that provider states replace. */
export function boundValues({ providerStates }: Case): unknown[] {
  return providerStates.flatMap(({ values }) =>
    Object.entries(values).flatMap(([name, value]) => (name.startsWith("binds") ? [value] : [])),
  );
}

import {
  contentOf,
  documentedOf,
  type Contract,
  type Operation,
  type SampleRequest,
  valueAt,
} from "@contract-toolkit/kernel";
import type { Case } from "../case.ts";
import type { CredentialPlace } from "./credentials/credential-kinds.ts";
import type { Expectation, HttpCase, HttpGroup, LikeGet, Refused, Unlike } from "./http-case.ts";
import type { HttpDecisions, OpenPoint } from "./http-decisions.ts";
import type { RawForm } from "./raw-form.ts";

export interface OperationContext {
  readonly contract: Contract;
  readonly operation: Operation;
  /** Samples that are answered with success, those that need least first. */
  readonly plain: readonly Case[];
  readonly decisions: HttpDecisions;
  /** The names, in lower case, of the credentials that the run has. */
  readonly given: ReadonlySet<string>;
  /** Whether a query with a name that is not documented is refused. */
  readonly isQueryClosed: boolean;
  readonly allows: (request: SampleRequest) => boolean;
  /** Whether no operation before it has credentials at a place. */
  readonly isFirstOf: (place: CredentialPlace) => boolean;
}

/** One case of a table: its name, what is sent in words, the same as data, and the point that HTTP leaves open. */
export type Row = readonly [name: string, why: string, raw: RawForm, open?: OpenPoint | undefined];

type CaseParts = Pick<HttpCase, "isOutside" | "credential" | "message" | "spoil">;

export type CaseTable = ReturnType<typeof caseTable>;

export function caseTable(context: OperationContext, base: Case, group: HttpGroup) {
  const cases: HttpCase[] = [];
  const add = (
    section: string,
    due: Expectation | Plain["kind"],
    rows: readonly Row[],
    parts?: CaseParts,
  ) => {
    const expected = typeof due === "string" ? { kind: due } : due;
    for (const [name, why, raw, open] of rows) {
      const isOutside = raw.target ?? raw.parameters?.find((each) => each.in === "path");
      cases.push({
        ...{ ...httpHead(base.operation, group, section, name, why), base, raw, expected },
        ...(isOutside !== undefined && { isOutside: true }),
        ...(open !== undefined && { open }),
        ...parts,
      });
    }
  };
  /** A refusal by one of these statuses: of those, the ones that the contract has. */
  const refused = (statuses: readonly number[], further?: Further): Refused => ({
    ...{ kind: "refused", statuses: documentedAmong(context, statuses), ...further },
  });
  return { context, base, cases, add, refused };
}

type Plain = Exclude<Expectation, Refused | Unlike | LikeGet>;
type Further = Omit<Refused, "kind" | "statuses">;

/** What every case of HTTP has, of servers and of clients; `why` says what is different. */
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

/** A request with these field lines of one name, in place of those that it has. */
export function field(name: string, ...lines: readonly string[]): RawForm {
  return { headers: { [name]: lines } };
}

export function body(text: string): RawForm {
  return { body: { text } };
}

/** The text in capitals; of one that is in capitals, in lower case. */
export function inOtherCase(text: string): string {
  const capitals = text.toUpperCase();
  return text === capitals ? text.toLowerCase() : capitals;
}

/** Each byte as an escape (RFC 3986, section 2.1). */
export function escaped(text: string): string {
  return Buffer.from(text).toString("hex").replace(/../g, "%$&");
}

type Documented = Pick<OperationContext, "contract" | "operation">;

/** Whether an operation, or the service outside any, answers with a status. */
export function isDocumented({ contract, operation }: Documented, status: number): boolean {
  const own = documentedOf(operation.responses, status);
  return own !== undefined || contract.refusals[status] !== undefined;
}

/** The statuses among these that a contract documents for an operation; all of them where it documents none. */
export function documentedAmong(
  context: Documented,
  statuses: readonly number[],
): readonly number[] {
  const found = statuses.filter((status) => isDocumented(context, status));
  return found.length > 0 ? found : statuses;
}

/** The same of refusals outside any operation. */
export function refusedOutside(
  { contract }: Pick<OperationContext, "contract">,
  statuses: readonly number[],
): readonly number[] {
  const found = statuses.filter((status) => contract.refusals[status] !== undefined);
  return found.length > 0 ? found : statuses;
}

/** A target with a path that no operation has; undefined: every path that goes on may be one of another operation. */
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

export function mayBeSamePath(one: string, other: string): boolean {
  const [left, right] = [one.split("/"), other.split("/")];
  const isSame = (part: string, at: number) =>
    part === right[at] || [part, right[at] ?? ""].some((each) => each.includes("{"));
  return left.length === right.length && left.every(isSame);
}

export function takesType({ body }: Operation, type: string): boolean {
  const isRange = (each: string) => each.includes("*");
  return (
    contentOf(body, type) !== undefined ||
    [body, ...(body?.others ?? [])].some((each) => each && isRange(each.contentType))
  );
}

/** Whether a replay sends a part of a request as it stands in the case: nothing in it is made afresh or given by a provider state. */
export function isAsWritten({ request, fresh, providerStates }: Case, pointer: string): boolean {
  const value = valueAt(request, pointer);
  const bound = providerStates.flatMap(({ values }) =>
    Object.entries(values).flatMap(([name, each]) => (name.startsWith("binds") ? [each] : [])),
  );
  return (
    value !== undefined &&
    !fresh.some((each) => each.pointer === pointer || each.pointer.startsWith(`${pointer}/`)) &&
    !leavesOf(value).some((text) => bound.includes(text))
  );
}

function leavesOf(value: unknown): unknown[] {
  return typeof value === "object" && value !== null
    ? Object.values(value).flatMap(leavesOf)
    : [value];
}

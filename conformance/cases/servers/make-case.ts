import { contentOf, documentedOf, type Contract, type Operation } from "@contract-toolkit/kernel";
import type { Case } from "../case.ts";
import type { CredentialPlace } from "./credentials/credential-kinds.ts";
import type { Expectation, HttpCase, HttpGroup, Refused } from "./http-case.ts";
import type { HttpDecisions, OpenPoint } from "./http-decisions.ts";
import type { RawForm } from "./raw-form.ts";

/** What cases of one operation are derived from. */
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
  /** Whether no operation before it has credentials at a place. */
  readonly isFirstOf: (place: CredentialPlace) => boolean;
}

/** One case of a table: its name, what is sent in words, the same as data, and the point that HTTP leaves open. */
export type Row = readonly [name: string, why: string, raw: RawForm, open?: OpenPoint | undefined];

/** What a case has that its row does not say. */
type CaseParts = Pick<HttpCase, "isOutside" | "credential" | "message" | "spoil">;

/** The cases of a group, table by table. */
export interface CaseTables {
  readonly cases: HttpCase[];
  /** Adds a table: its rows follow the same section and expect the same. */
  readonly add: (
    section: string,
    expected: Expectation,
    rows: readonly Row[],
    parts?: CaseParts,
  ) => void;
}

/** Turns tables of rows into cases of an operation. */
export function caseTables(base: Case, group: HttpGroup): CaseTables {
  const { operation } = base;
  const cases: HttpCase[] = [];
  const add: CaseTables["add"] = (section, expected, rows, parts) => {
    for (const [name, why, raw, open] of rows)
      cases.push({
        ...httpHead(operation, group, section, name, why),
        base,
        raw,
        expected,
        ...((raw.target !== undefined || raw.parameters?.some((each) => each.in === "path")) && {
          isOutside: true,
        }),
        ...(open !== undefined && { open }),
        ...parts,
      });
  };
  return { cases, add };
}

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

/** It means what the sample's request means. */
export const asSample = { kind: "as-sample" } as const;

/** HTTP leaves it open. */
export const asSampleOrRefused = { kind: "as-sample-or-refused" } as const;

/** The service may answer whatever its contract has. */
export const documented = { kind: "documented" } as const;

/** A refusal by one of these statuses: of those, the ones that the contract has. */
export function refused(
  context: Documented,
  statuses: readonly number[],
  further: Omit<Refused, "kind" | "statuses"> = {},
): Refused {
  return { kind: "refused", statuses: documentedAmong(context, statuses), ...further };
}

/** A request with these field lines of one name, in place of those that it has. */
export function field(name: string, ...lines: readonly string[]): RawForm {
  return { headers: { [name]: lines } };
}

/** A request with this body; see `RawBody`. */
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

/** Whether one path may be spelled as both of two templates. */
export function mayBeSamePath(one: string, other: string): boolean {
  const [left, right] = [one.split("/"), other.split("/")];
  const isSame = (part: string, at: number) =>
    part === right[at] || [part, right[at] ?? ""].some((each) => each.includes("{"));
  return left.length === right.length && left.every(isSame);
}

/** Whether an operation takes bodies of a type. */
export function takesType({ body }: Operation, type: string): boolean {
  const isRange = (each: string) => each.includes("*");
  return (
    contentOf(body, type) !== undefined ||
    [body, ...(body?.others ?? [])].some((each) => each && isRange(each.contentType))
  );
}

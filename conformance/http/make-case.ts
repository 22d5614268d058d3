import { contentOf, documentedOf, type Contract, type Operation } from "@contract-toolkit/kernel";
import type { Case } from "../case.ts";
import type { CredentialPlace } from "./credentials/credential-kinds.ts";
import type { Expectation, HttpCase, HttpGroup } from "./http-case.ts";
import type { HttpDecisions, OpenPoint } from "./http-decisions.ts";
import type { RawForm } from "./raw-form.ts";

/** What cases of one operation are derived from. */
export interface Ground {
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

/** What tells one case from others of its group. */
export type CaseParts = Pick<
  HttpCase,
  "section" | "raw" | "expected" | "open" | "isOutside" | "credential" | "message" | "spoil"
>;

/** A case of an operation; `why` says what is sent. */
export function httpCase(
  base: Case,
  group: HttpGroup,
  name: string,
  why: string,
  parts: CaseParts,
): HttpCase {
  const { operation } = base;
  return {
    id: `${operation.id}/http/${group}/${name}`,
    kind: "http",
    why: `${why} (${parts.section})`,
    source: operation.source,
    operation,
    group,
    base,
    ...parts,
  };
}

/** A case of several that follow the same section and expect the same. */
export type Row = readonly [name: string, why: string, raw: RawForm, open?: OpenPoint | undefined];

/** Cases of a group that follow the same section and expect the same. */
export function rowsOf(
  base: Case,
  group: HttpGroup,
  [section, expected]: readonly [string, Expectation],
  rows: readonly Row[],
): HttpCase[] {
  return rows.map(([name, why, raw, open]) => {
    const isOfPath = raw.target !== undefined || raw.parameters?.some((each) => each.in === "path");
    return httpCase(base, group, name, why, {
      section,
      raw,
      expected,
      ...(isOfPath && { isOutside: true }),
      ...(open !== undefined && { open }),
    });
  });
}

/** It means what the sample's request means. */
export const asSample = { kind: "as-sample" } as const;

/** HTTP leaves it open. */
export const asSampleOrRefused = { kind: "as-sample-or-refused" } as const;

/** The service may answer whatever its contract has. */
export const documented = { kind: "documented" } as const;

type Documented = Pick<Ground, "contract" | "operation">;

/** Whether an operation, or the service outside any, answers with a status. */
export function isDocumented({ contract, operation }: Documented, status: number): boolean {
  const own = documentedOf(operation.responses, status);
  return own !== undefined || contract.refusals[status] !== undefined;
}

/** The statuses among these that a contract documents for an operation; all of them where it documents none. */
export function documentedAmong(
  ground: Documented,
  statuses: readonly number[],
): readonly number[] {
  const found = statuses.filter((status) => isDocumented(ground, status));
  return found.length > 0 ? found : statuses;
}

/** The same of refusals outside any operation. */
export function refusedOutside(
  { contract }: Pick<Ground, "contract">,
  statuses: readonly number[],
): readonly number[] {
  const found = statuses.filter((status) => contract.refusals[status] !== undefined);
  return found.length > 0 ? found : statuses;
}

/** A target with a path that no operation has; undefined: every path that goes on may be one of another operation. */
export function unknownTarget({ contract, operation }: Ground): string | undefined {
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

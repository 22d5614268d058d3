import type { Parameter } from "@contract-toolkit/kernel";
import type { Case } from "../../case.ts";
import { allowsRequest } from "../../../contract-allows.ts";
import { credentialStatuses, credentialPlaces } from "../credentials/credentials.ts";
import type { HttpCase } from "../http-case.ts";
import { caseTables, mayBeSamePath, refusedOutside, type OperationContext } from "../make-case.ts";
import type { RawForm } from "../raw-form.ts";
import { isBefore, methodStatuses, otherMethods } from "../refusals/problems.ts";

/**
 * Parameters of the path that are long, or empty: the path is found without looking at credentials or the method.
 *
 * @param base a sample; none of these requests gets as far as its provider states
 */
export function segmentCases(context: OperationContext, base: Case): HttpCase[] {
  const { add, cases } = caseTables({ ...base, providerStates: [] }, "targets");
  const secret = credentialPlaces(context, base).find((place) => place.in === "header");
  const [method] = otherMethods(context);
  const anonymous = secret && { headers: { [secret.name]: [] } };
  // A server may say to strangers that there is nothing, unless it has decided otherwise.
  const isPathFirst = isBefore(context, { problem: "unknown-path" }, { problem: "credential" });
  for (const parameter of context.operation.parameters) {
    const { name } = parameter;
    if (parameter.in !== "path" || parameter.array) continue;
    const addRow = (
      statuses: readonly number[],
      [what, why]: readonly string[],
      text: string,
      further?: RawForm,
    ) => {
      const raw = { parameters: [{ in: "path", name, text }], ...further } as const;
      add("RFC 9110, section 15.5", { kind: "refused", statuses }, [
        [`path ${name} ${what ?? ""}`, why ?? "", raw],
      ]);
    };
    const long = longValue(context, base, parameter);
    const many = `${name} of many characters`;
    if (long !== undefined && anonymous && isPathFirst) {
      const row = ["long and no credential", `${many}, and no credential`];
      addRow([...credentialStatuses(context), 414], row, long, anonymous);
    }
    if (long !== undefined && method !== undefined) {
      const row = ["long and another method", `${many}, and a method that the path does not have`];
      addRow([...methodStatuses(context), 414], row, long, { method });
    }
    if (!isEmptyUnknown(context, name)) continue;
    const none = `nothing in place of ${name}`;
    const statuses = refusedOutside(context, [404]);
    addRow(statuses, ["empty", none], "");
    if (anonymous)
      addRow(statuses, ["empty and no credential", `${none}, and no credential`], "", anonymous);
    if (method !== undefined)
      addRow(statuses, ["empty and another method", `${none}, by another method`], "", { method });
  }
  return cases;
}

/** RFC 9112, section 3, recommends that request lines of 8,000 bytes are read; 414 is for those that are too long. */
const LENGTHS = [4000, 1000, 300, 150];

/** The longest value that the contract allows of these. */
function longValue(
  { contract, operation }: OperationContext,
  { request }: Case,
  { name }: Parameter,
): string | undefined {
  return LENGTHS.flatMap((length) => ["x".repeat(length), "1".repeat(length)]).find((text) =>
    allowsRequest(contract, operation, { ...request, path: { ...request.path, [name]: text } }),
  );
}

/** Whether the path with nothing in place of a parameter is one that no operation has. */
function isEmptyUnknown(
  { contract, operation, decisions }: OperationContext,
  name: string,
): boolean {
  const segment = `/{${name}}`;
  // Servers that do not mind a slash more find the path without the segment.
  const without = operation.path.replace(segment, "");
  return (
    decisions.isEmptySegmentUnknown === true &&
    `${operation.path}/`.includes(`${segment}/`) &&
    !Object.values(contract.operations).some(({ path }) => mayBeSamePath(path, without))
  );
}

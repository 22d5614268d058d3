import type { Parameter } from "@contract-toolkit/kernel";
import type { Case } from "../../case.ts";
import { allowsRequest } from "../../contract-allows.ts";
import { credentialStatuses, credentialPlaces } from "../credentials/credentials.ts";
import type { HttpCase } from "../http-case.ts";
import { caseTables, mayBeSamePath, refusedOutside, type Ground } from "../make-case.ts";
import type { RawForm } from "../raw-form.ts";
import { isBefore, methodStatuses, otherMethods } from "../refusals/problems.ts";

/**
 * Parameters of the path that are long, or empty: which path is meant does not depend on who asks, nor on the method.
 *
 * @param base a sample; none of these requests gets as far as its provider states
 */
export function segmentCases(ground: Ground, base: Case): HttpCase[] {
  const { add, cases } = caseTables({ ...base, providerStates: [] }, "targets");
  const secret = credentialPlaces(ground, base).find((place) => place.in === "header");
  const [method] = otherMethods(ground);
  const addRow = (statuses: readonly number[], name: string, why: string, raw: RawForm) => {
    add("RFC 9110, section 15.5", { kind: "refused", statuses }, [[name, why, raw]]);
  };
  const anonymous = secret && { headers: { [secret.name]: [] } };
  // A server may say to strangers that there is nothing, unless it has decided otherwise.
  const isPathFirst = isBefore(ground, { problem: "unknown-path" }, { problem: "credential" });
  for (const parameter of ground.operation.parameters) {
    const { name } = parameter;
    if (parameter.in !== "path" || parameter.array) continue;
    const withText = (text: string): RawForm => ({ parameters: [{ in: "path", name, text }] });
    const long = longValue(ground, base, parameter);
    if (long !== undefined) {
      const raw = withText(long);
      const why = `${name} of many characters`;
      if (anonymous && isPathFirst)
        addRow(
          [...credentialStatuses(ground), 414],
          `path ${name} long and no credential`,
          `${why}, and no credential`,
          { ...raw, ...anonymous },
        );
      if (method !== undefined)
        addRow(
          [...methodStatuses(ground), 414],
          `path ${name} long and another method`,
          `${why}, and a method that the path does not have`,
          { ...raw, method },
        );
    }
    if (!isEmptyUnknown(ground, name)) continue;
    const raw = withText("");
    const why = `nothing in place of ${name}`;
    const statuses = refusedOutside(ground, [404]);
    addRow(statuses, `path ${name} empty`, why, raw);
    if (anonymous)
      addRow(statuses, `path ${name} empty and no credential`, `${why}, and no credential`, {
        ...raw,
        ...anonymous,
      });
    if (method !== undefined)
      addRow(statuses, `path ${name} empty and another method`, `${why}, by another method`, {
        ...raw,
        method,
      });
  }
  return cases;
}

/** RFC 9112, section 3, recommends that request lines of 8,000 bytes are read; 414 is for those that are too long. */
const LENGTHS = [4000, 1000, 300, 150];

/** The longest value that the contract allows of these. */
function longValue(
  { contract, operation }: Ground,
  { request }: Case,
  { name }: Parameter,
): string | undefined {
  return LENGTHS.flatMap((length) => ["x".repeat(length), "1".repeat(length)]).find((text) =>
    allowsRequest(contract, operation, { ...request, path: { ...request.path, [name]: text } }),
  );
}

/** Whether the path with nothing in place of a parameter is one that no operation has. */
function isEmptyUnknown({ contract, operation, decisions }: Ground, name: string): boolean {
  const segment = `/{${name}}`;
  // Servers that do not mind a slash more find the path without the segment.
  const without = operation.path.replace(segment, "");
  return (
    decisions.isEmptySegmentUnknown === true &&
    `${operation.path}/`.includes(`${segment}/`) &&
    !Object.values(contract.operations).some(({ path }) => mayBeSamePath(path, without))
  );
}

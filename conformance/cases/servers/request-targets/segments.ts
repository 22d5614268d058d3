import type { Parameter } from "@contract-toolkit/contract";
import type { Case } from "../../case.ts";
import { credentialStatuses, credentialPlaces } from "../credentials/credentials.ts";
import type { HttpCase } from "../http-case.ts";
import {
  caseTable,
  headerForm,
  mayBeSamePath,
  refusedOutside,
  type OperationContext,
} from "../make-case.ts";
import type { RawForm } from "../raw-form.ts";
import { isBefore, methodStatuses, otherMethods } from "../refusals/problems.ts";

/** Path parameters that are long or empty. These requests are refused before provider states matter. */
export function segmentCases(context: OperationContext): HttpCase[] {
  const base = context.first;
  const { add, cases } = caseTable(context, { ...base, providerStates: [] }, "targets");
  const secret = credentialPlaces(context, base).find((place) => place.in === "header");
  const [method] = otherMethods(context);
  const anonymous = secret && headerForm(secret.name);
  const another = method === undefined ? undefined : { method };
  // Without a decided precedence, a server may answer 404 to requests without a credential.
  const isPathFirst = isBefore(context, { problem: "unknown-path" }, { problem: "credential" });
  const unknown = refusedOutside(context, [404]);
  for (const parameter of context.operation.parameters) {
    const { name } = parameter;
    if (parameter.in !== "path" || parameter.array) continue;
    const spelled = (text: string | undefined, further?: RawForm): RawForm | undefined =>
      text === undefined || !further
        ? undefined
        : { parameters: [{ in: "path", name, text }], ...further };
    const long = longValue(context, base, parameter);
    const empty = isEmptyUnknown(context, name) ? "" : undefined;
    const stranger = spelled(long, isPathFirst ? anonymous : undefined);
    const rows = [
      [[...credentialStatuses(context), 414], "long and no credential", stranger],
      [[...methodStatuses(context), 414], "long and another method", spelled(long, another)],
      [unknown, "empty", spelled(empty, {})],
      [unknown, "empty and no credential", spelled(empty, anonymous)],
      [unknown, "empty and another method", spelled(empty, another)],
    ] as const;
    for (const [statuses, what, raw] of rows)
      if (raw)
        add("RFC 9110, section 15.5", { kind: "refused", statuses }, [
          [`path ${name} ${what}`, `the path parameter ${name}: ${what}`, raw],
        ]);
  }
  return cases;
}

/** RFC 9112, section 3, recommends to read request lines of 8,000 bytes. 414 refuses longer ones. */
const LENGTHS = [4000, 1000, 300, 150];

function longValue({ allows }: OperationContext, { request }: Case, { name }: Parameter) {
  return LENGTHS.flatMap((length) => ["x".repeat(length), "1".repeat(length)]).find((text) =>
    allows({ ...request, path: { ...request.path, [name]: text } }),
  );
}

/** Whether the path with an empty parameter is unknown. */
function isEmptyUnknown(
  { contract, operation, decisions }: OperationContext,
  name: string,
): boolean {
  const segment = `/{${name}}`;
  // Servers that ignore additional slashes find the path without the segment.
  const without = operation.path.replace(segment, "");
  return (
    decisions.isEmptySegmentUnknown === true &&
    `${operation.path}/`.includes(`${segment}/`) &&
    !Object.values(contract.operations).some(({ path }) => mayBeSamePath(path, without))
  );
}

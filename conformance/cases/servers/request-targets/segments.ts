import type { Parameter } from "@contract-toolkit/kernel";
import type { Case } from "../../case.ts";
import { credentialStatuses, credentialPlaces } from "../credentials/credentials.ts";
import type { HttpCase } from "../http-case.ts";
import {
  caseTable,
  field,
  mayBeSamePath,
  refusedOutside,
  type OperationContext,
} from "../make-case.ts";
import type { RawForm } from "../raw-form.ts";
import { isBefore, methodStatuses, otherMethods } from "../refusals/problems.ts";

/** Parameters of the path that are long, or empty: none of these requests gets as far as provider states. */
export function segmentCases(context: OperationContext, base: Case): HttpCase[] {
  const { add, cases } = caseTable(context, { ...base, providerStates: [] }, "targets");
  const secret = credentialPlaces(context, base).find((place) => place.in === "header");
  const [method] = otherMethods(context);
  const anonymous = secret && field(secret.name);
  const another = method === undefined ? undefined : { method };
  // A server may say to strangers that there is nothing, unless it has decided otherwise.
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
    const many = `${name} of many characters`;
    const none = `nothing in place of ${name}`;
    const rows = [
      [
        longStatuses(credentialStatuses(context)),
        "long and no credential",
        `${many}, and no credential`,
        stranger,
      ],
      [
        longStatuses(methodStatuses(context)),
        "long and another method",
        `${many}, and a method that the path does not have`,
        spelled(long, another),
      ],
      [unknown, "empty", none, spelled(empty, {})],
      [unknown, "empty and no credential", `${none}, and no credential`, spelled(empty, anonymous)],
      [unknown, "empty and another method", `${none}, by another method`, spelled(empty, another)],
    ] as const;
    for (const [statuses, what, why, raw] of rows)
      if (raw)
        add("RFC 9110, section 15.5", { kind: "refused", statuses }, [
          [`path ${name} ${what}`, why, raw],
        ]);
  }
  return cases;
}

function longStatuses(statuses: readonly number[]): readonly number[] {
  return [...statuses, 414];
}

/** RFC 9112, section 3, recommends that request lines of 8,000 bytes are read; 414 is for those that are too long. */
const LENGTHS = [4000, 1000, 300, 150];

function longValue({ allows }: OperationContext, { request }: Case, { name }: Parameter) {
  return LENGTHS.flatMap((length) => ["x".repeat(length), "1".repeat(length)]).find((text) =>
    allows({ ...request, path: { ...request.path, [name]: text } }),
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

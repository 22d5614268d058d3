import type { Parameter, SampleRequest } from "@contract-toolkit/kernel";
import type { Case } from "../../case.ts";
import { allowsRequest } from "../../contract-allows.ts";
import { credentialStatuses, placesOf } from "../credentials/credentials.ts";
import type { HttpCase } from "../http-case.ts";
import { mayBeSamePath, refusedOutside, rowsOf, type Ground, type Row } from "../make-case.ts";
import type { RawForm } from "../raw-form.ts";
import { isBefore, methodStatuses, otherMethods } from "../refusals/problems.ts";

/** Parameters of the path that are long, or empty: which path is meant does not depend on who asks, nor on the method. */
export function segmentCases(ground: Ground): HttpCase[] {
  const [base] = ground.plain;
  if (!base) return [];
  // None of these requests gets as far as what the sample needs.
  const bare = { ...base, providerStates: [] };
  return ground.operation.parameters.flatMap((parameter) =>
    parameter.in === "path" && !parameter.array
      ? [...longValues(ground, bare, parameter), ...emptyValue(ground, bare, parameter)]
      : [],
  );
}

/** RFC 9112, section 3, recommends that request lines of 8,000 bytes are read; 414 is for those that are too long. */
const LENGTHS = [4000, 1000, 300, 150];

function longValues(ground: Ground, base: Case, parameter: Parameter): HttpCase[] {
  const { name } = parameter;
  const text = LENGTHS.flatMap((length) => ["x".repeat(length), "1".repeat(length)]).find((each) =>
    isAllowed(ground, base, parameter, each),
  );
  const raw: RawForm | undefined =
    text === undefined ? undefined : { parameters: [{ in: "path", name, text }] };
  if (!raw) return [];
  const secret = placesOf(ground, base).find((place) => place.in === "header");
  // A server may say to strangers that there is nothing, unless it has decided otherwise.
  const isDecided = isBefore(ground, problem("unknown-path"), problem("credential"));
  const [method] = otherMethods(ground);
  return [
    ...(secret && isDecided
      ? refused(
          base,
          [...credentialStatuses(ground), 414],
          [
            `path ${name} long and no credential`,
            `${name} of many characters, and no credential`,
            { ...raw, headers: { [secret.name]: [] } },
          ],
        )
      : []),
    ...(method === undefined
      ? []
      : refused(
          base,
          [...methodStatuses(ground), 414],
          [
            `path ${name} long and another method`,
            `${name} of many characters, and a method that the path does not have`,
            { ...raw, method },
          ],
        )),
  ];
}

function emptyValue(ground: Ground, base: Case, { name }: Parameter): HttpCase[] {
  const { contract, operation, decisions } = ground;
  const segment = `/{${name}}`;
  // Servers that do not mind a slash more find the path without the segment.
  const without = operation.path.replace(segment, "");
  const isOther = Object.values(contract.operations).some((each) =>
    mayBeSamePath(each.path, without),
  );
  const isWhole = `${operation.path}/`.includes(`${segment}/`);
  if (!decisions.isEmptySegmentUnknown || !isWhole || isOther) return [];
  const raw: RawForm = { parameters: [{ in: "path", name, text: "" }] };
  const secret = placesOf(ground, base).find((place) => place.in === "header");
  const [method] = otherMethods(ground);
  const statuses = refusedOutside(ground, [404]);
  return [
    ...refused(base, statuses, [`path ${name} empty`, `nothing in place of ${name}`, raw]),
    ...(secret
      ? refused(base, statuses, [
          `path ${name} empty and no credential`,
          `nothing in place of ${name}, and no credential`,
          { ...raw, headers: { [secret.name]: [] } },
        ])
      : []),
    ...(method === undefined
      ? []
      : refused(base, statuses, [
          `path ${name} empty and another method`,
          `nothing in place of ${name}, by a method that the path does not have`,
          { ...raw, method },
        ])),
  ];
}

function refused(base: Case, statuses: readonly number[], row: Row): HttpCase[] {
  return rowsOf(base, "targets", ["RFC 9110, section 15.5", { kind: "refused", statuses }], [row]);
}

function problem(name: "unknown-path" | "credential"): Parameters<typeof isBefore>[1] {
  return { problem: name, statuses: [], raw: {} };
}

/** Whether the contract allows a parameter of the path to be a text. */
function isAllowed(
  { contract, operation }: Ground,
  { request }: Case,
  { name }: Parameter,
  text: string,
): boolean {
  const changed: SampleRequest = { ...request, path: { ...request.path, [name]: text } };
  return allowsRequest(contract, operation, changed);
}

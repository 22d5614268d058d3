import type { Schema } from "@contract-toolkit/kernel";
import {
  parameterParts,
  type BodyForm,
  type OperationForm,
  type ResponseForm,
} from "../contract-form.ts";
import type { LifecyclePolicy } from "../lifecycle.ts";
import type { View } from "../schemas/flattener.ts";
import type { Direction } from "../schemas/schema-change.ts";
import {
  bodyChange,
  contentTypeChanges,
  coveringType,
  structureChanges,
  type BodyChange,
} from "./structure.ts";
import { type StructureChange } from "./structure-change.ts";

/** Two schemas of one part of a message. */
export interface SchemaPair {
  readonly view: View;
  readonly direction: Direction;
  /** Of the part, below the operation: `/request/body`, `/response/200/headers`. */
  readonly pointer: string;
  /** What the message has the part as: `query`, `body`. */
  readonly part: string;
  /** Of a body whose types have different schemas, those that have this one. */
  readonly contentTypes?: readonly string[];
  readonly old: Schema;
  readonly new: Schema;
}

/** A body that is there on one side only, or has to be. */
export interface BodyFinding extends BodyChange {
  readonly direction: Direction;
  readonly pointer: string;
}

/** What of two operations is to be told, and what is to be compared. */
export interface OperationComparison {
  readonly structure: readonly StructureChange[];
  readonly bodies: readonly BodyFinding[];
  readonly schemas: readonly SchemaPair[];
}

/** Compares two operations down to their schemas. */
export function compareOperations(
  old: OperationForm,
  now: OperationForm,
  policy: LifecyclePolicy,
): OperationComparison {
  const request: Direction = now.caller === "user" ? "toService" : "toUser";
  const response: Direction = now.caller === "user" ? "toUser" : "toService";
  const answers = pairResponses(old.responses, now.responses).map(([status, before, after]) =>
    responseComparison(status, before, after, response),
  );
  return {
    structure: [
      ...structureChanges(old, now, policy),
      ...statusChanges(old, now, response),
      ...answers.flatMap(({ structure }) => structure),
    ],
    bodies: [
      ...bodyFinding(old.body, now.body, request, "/request/body"),
      ...answers.flatMap(({ bodies }) => bodies),
    ],
    schemas: [
      ...parameterParts.map((part): SchemaPair => ({
        view: "request",
        direction: request,
        pointer: `/request/${part}`,
        part,
        old: old.parameters[part],
        new: now.parameters[part],
      })),
      ...bodyPairs(old.body, now.body, "request", request, "/request/body"),
      ...answers.flatMap(({ schemas }) => schemas),
    ],
  };
}

function responseComparison(
  status: string,
  old: ResponseForm,
  now: ResponseForm,
  direction: Direction,
): OperationComparison {
  const pointer = `/response/${status}`;
  return {
    structure: contentTypeChanges("response", direction, old.body, now.body, `${pointer}/body`),
    bodies: bodyFinding(old.body, now.body, direction, `${pointer}/body`),
    schemas: [
      {
        view: "response",
        direction,
        pointer: `${pointer}/headers`,
        part: "headers",
        old: old.headers,
        new: now.headers,
      },
      ...bodyPairs(old.body, now.body, "response", direction, `${pointer}/body`),
    ],
  };
}

function bodyFinding(
  old: BodyForm,
  now: BodyForm,
  direction: Direction,
  pointer: string,
): BodyFinding[] {
  const change = bodyChange(old, now);
  return change ? [{ ...change, direction, pointer }] : [];
}

function bodyPairs(
  old: BodyForm,
  now: BodyForm,
  view: View,
  direction: Direction,
  pointer: string,
): SchemaPair[] {
  const types = new Set([...old.content.keys(), ...now.content.keys()]);
  const pairs = [...types].flatMap((type) => {
    const [before, after] = [old, now].map(({ content }) =>
      content.get(coveringType(type, content) ?? ""),
    );
    return before && after
      ? [{ type, view, direction, pointer, part: "body", old: before, new: after }]
      : [];
  });
  // Several types of one schema change together.
  const groups = [...Map.groupBy(pairs, pairKey).values()];
  return groups.flatMap((group) =>
    group.slice(0, 1).map(({ type: _, ...pair }) => ({
      ...pair,
      ...(groups.length > 1 && { contentTypes: group.map(({ type }) => type) }),
    })),
  );
}

function pairKey({ old, new: now }: Pick<SchemaPair, "old" | "new">): string {
  return `${JSON.stringify(old)} ${JSON.stringify(now)}`;
}

type Responses = OperationForm["responses"];

/** Answers with the same status, or with one that the other side documents by a range or as the default. */
function pairResponses(old: Responses, now: Responses): [string, ResponseForm, ResponseForm][] {
  const statuses = [...new Set([...old.keys(), ...now.keys()])];
  return statuses.flatMap((status) => {
    const [before, after] = [documented(status, old), documented(status, now)];
    return before && after ? [[status, before, after] as [string, ResponseForm, ResponseForm]] : [];
  });
}

function documented(status: string, responses: Responses): ResponseForm | undefined {
  return (
    responses.get(status) ?? responses.get(`${status.slice(0, 1)}XX`) ?? responses.get("default")
  );
}

function statusChanges(
  old: OperationForm,
  now: OperationForm,
  direction: Direction,
): StructureChange[] {
  const gone = [...old.responses.keys()].filter((status) => !documented(status, now.responses));
  const added = [...now.responses.keys()].filter((status) => !documented(status, old.responses));
  return [
    ...gone.map((status): StructureChange => ({
      rule: isSuccess(status) ? "success-status-removed" : "status-removed",
      severity: isSuccess(status) ? "error" : direction === "toUser" ? "info" : "warning",
      pointer: `/response/${status}`,
      message: `the status ${status} was removed`,
      witness: { status },
    })),
    ...added.map((status): StructureChange => ({
      rule: isSuccess(status) ? "success-status-added" : "status-added",
      severity: isSuccess(status) && direction === "toUser" ? "warning" : "info",
      pointer: `/response/${status}`,
      message: `the status ${status} was added`,
    })),
  ];
}

function isSuccess(status: string): boolean {
  return status.startsWith("2");
}

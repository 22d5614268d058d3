import type { Schema } from "@contract-toolkit/kernel";
import type { Direction } from "../change.ts";
import {
  parameterParts,
  type BodyForm,
  type OperationForm,
  type ResponseForm,
} from "../contract-form.ts";
import { found } from "../kinds.ts";
import type { LifecyclePolicy } from "../lifecycle.ts";
import type { View } from "../schemas/flat-schema.ts";
import {
  bodyChanges,
  contentTypeChanges,
  coveringType,
  structureChanges,
  type OperationChange,
} from "./structure.ts";

/** Two schemas of one part of a message. */
export interface SchemaPair {
  readonly view: View;
  readonly direction: Direction;
  readonly pointer: string;
  /** What the message has the part as: `query`, `body`. */
  readonly part: string;
  /** Of a body whose types have different schemas, those that have this one. */
  readonly contentTypes?: readonly string[];
  readonly old: Schema;
  readonly new: Schema;
}

/** What changed of two operations beside their schemas, and the schemas that are to be compared. */
export interface OperationComparison {
  readonly changes: readonly OperationChange[];
  readonly schemas: readonly SchemaPair[];
}

/** Compares two operations down to their schemas. */
export function compareOperations(
  old: OperationForm,
  now: OperationForm,
  policy: LifecyclePolicy,
): OperationComparison {
  const [request, response]: [Direction, Direction] =
    now.caller === "user" ? ["toService", "toUser"] : ["toUser", "toService"];
  const answers = pairResponses(old.responses, now.responses);
  const bodies = [
    {
      message: "request" as const,
      direction: request,
      pointer: "/request/body",
      old: old.body,
      new: now.body,
    },
    ...answers.map(([status, before, after]) => ({
      ...{ message: "response" as const, direction: response, pointer: `/response/${status}/body` },
      ...{ old: before.body, new: after.body },
    })),
  ];
  const types = bodies.map((each) =>
    placed(each, contentTypeChanges(each.message, each.old, each.new)),
  );
  const [ofRequest = [], ...ofResponses] = types;
  return {
    changes: [
      ...structureChanges(old, now, policy, request),
      ...ofRequest,
      ...statusChanges(old, now, response),
      ...ofResponses.flat(),
      ...bodies.flatMap((each) => placed(each, bodyChanges(each.old, each.new, each.direction))),
    ],
    schemas: [
      ...parameterParts.map((part) => ({
        ...{ view: "request" as const, direction: request, pointer: `/request/${part}`, part },
        ...{ old: old.parameters[part], new: now.parameters[part] },
      })),
      ...bodyPairs(old.body, now.body, "request", request, "/request/body"),
      ...answers.flatMap(([status, before, after]) => [
        {
          ...{ view: "response" as const, direction: response, part: "headers" },
          ...{ pointer: `/response/${status}/headers`, old: before.headers, new: after.headers },
        },
        ...bodyPairs(before.body, after.body, "response", response, `/response/${status}/body`),
      ]),
    ],
  };
}

function placed<Change>(
  { pointer, direction }: Pick<SchemaPair, "pointer" | "direction">,
  changes: readonly Change[],
) {
  return changes.map((each) => ({ ...each, pointer, direction }));
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
): OperationChange[] {
  const gone = [...old.responses.keys()].filter((status) => !documented(status, now.responses));
  const added = [...now.responses.keys()].filter((status) => !documented(status, old.responses));
  const at = (status: string) => ({ pointer: `/response/${status}`, direction });
  return [
    ...gone.map((status) => ({
      ...found(isSuccess(status) ? "success-status-removed" : "status-removed", status),
      ...at(status),
      witness: { status },
    })),
    ...added.map((status) => ({
      ...found(isSuccess(status) ? "success-status-added" : "status-added", status),
      ...at(status),
    })),
  ];
}

function isSuccess(status: string): boolean {
  return status.startsWith("2");
}

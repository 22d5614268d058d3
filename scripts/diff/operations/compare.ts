import type { Schema } from "@contract-toolkit/kernel";
import { anything } from "@contract-toolkit/kernel/schema-algebra";
import type { Direction } from "../change.ts";
import type { MessageForm, OperationForm } from "../contract-form.ts";
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
  /** The name of the part in the message: `query`, `body`. */
  readonly part: string;
  /** The content types with this schema, if the types of the body have different schemas. */
  readonly contentTypes?: readonly string[];
  readonly old: Schema;
  readonly new: Schema;
}

interface MessagePair extends Pick<SchemaPair, "view" | "direction" | "pointer"> {
  readonly old: MessageForm;
  readonly new: MessageForm;
}

/** Compares two operations without their schemas, and pairs the schemas that must be compared. */
export function compareOperations(
  old: OperationForm,
  now: OperationForm,
  policy: LifecyclePolicy,
): { readonly changes: OperationChange[]; readonly schemas: SchemaPair[] } {
  const [toCalled, toCaller]: [Direction, Direction] =
    now.caller === "user" ? ["toService", "toUser"] : ["toUser", "toService"];
  const request: MessagePair = {
    ...{ view: "request", direction: toCalled, pointer: "/request" },
    ...{ old: old.request, new: now.request },
  };
  const answers = pairResponses(old.responses, now.responses, toCaller);
  const messages = [request, ...answers];
  return {
    changes: [
      ...structureChanges(old, now, policy, toCalled),
      ...typeChanges(request),
      ...statusChanges(old, now, toCaller),
      ...answers.flatMap(typeChanges),
      ...messages.flatMap((each) =>
        ofBody(each, bodyChanges(each.old.body, each.new.body, each.direction)),
      ),
    ],
    schemas: messages.flatMap((each) => [...partPairs(each), ...bodyPairs(each)]),
  };
}

function typeChanges(pair: MessagePair): OperationChange[] {
  return ofBody(pair, contentTypeChanges(pair.view, pair.old.body, pair.new.body));
}

function ofBody<Change>({ pointer, direction }: MessagePair, changes: readonly Change[]) {
  return changes.map((each) => ({ ...each, pointer: `${pointer}/body`, direction }));
}

function partPairs({ view, direction, pointer, ...pair }: MessagePair): SchemaPair[] {
  return [...pair.old.parts].map(([part, old]) => ({
    ...{ view, direction, pointer: `${pointer}/${part}`, part },
    ...{ old, new: pair.new.parts.get(part) ?? anything },
  }));
}

function bodyPairs({ view, direction, pointer, ...pair }: MessagePair): SchemaPair[] {
  const [old, now] = [pair.old.body.content, pair.new.body.content];
  const types = new Set([...old.keys(), ...now.keys()]);
  const pairs = [...types].flatMap((type) => {
    const [before, after] = [old, now].map((content) =>
      content.get(coveringType(type, content) ?? ""),
    );
    if (!before || !after) return [];
    const at = { view, direction, pointer: `${pointer}/body`, part: "body" };
    return [{ type, ...at, old: before, new: after }];
  });
  // Content types with the same schema are reported together.
  const groups = [...Map.groupBy(pairs, (pair) => JSON.stringify([pair.old, pair.new])).values()];
  return groups.flatMap((group) =>
    group.slice(0, 1).map(({ type: _, ...each }) => ({
      ...each,
      ...(groups.length > 1 && { contentTypes: group.map(({ type }) => type) }),
    })),
  );
}

type Responses = OperationForm["responses"];

/** Pairs responses of the same status. A side may document it as a range or as the default. */
function pairResponses(old: Responses, now: Responses, direction: Direction): MessagePair[] {
  const statuses = [...new Set([...old.keys(), ...now.keys()])];
  return statuses.flatMap((status): MessagePair[] => {
    const [before, after] = [documented(status, old), documented(status, now)];
    const at = { view: "response", direction, pointer: `/response/${status}` } as const;
    return before && after ? [{ ...at, old: before, new: after }] : [];
  });
}

function documented(status: string, responses: Responses): MessageForm | undefined {
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
  // A sender may send some of the statuses of a range.
  const isKeptInPart = (status: string) =>
    direction === "toUser" &&
    status.endsWith("XX") &&
    [...now.responses.keys()].some((each) => each.startsWith(status.slice(0, 1)));
  const isSuccess = (status: string) => status.startsWith("2") && !isKeptInPart(status);
  const changed = (status: string, how: "added" | "removed") => ({
    ...found(`${isSuccess(status) ? "success-" : ""}status-${how}`, status),
    ...{ pointer: `/response/${status}`, direction },
  });
  return [
    ...gone.map((status) => ({ ...changed(status, "removed"), witness: { status } })),
    ...added.map((status) => changed(status, "added")),
  ];
}

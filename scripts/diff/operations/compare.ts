import { pointerStep, type Schema } from "@contract-toolkit/contract";
import type { Direction } from "../change.ts";
import type { MessageForm, OperationForm } from "../contract-form.ts";
import { makeChange } from "../kinds.ts";
import type { LifecyclePolicy } from "../lifecycle.ts";
import type { View } from "../schemas/flat-schema.ts";
import {
  bodyChanges,
  contentTypeChanges,
  coveringType,
  structureChanges,
  type OperationChange,
} from "./structure.ts";
import { xmlChanges } from "./xml.ts";

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
  before: OperationForm,
  now: OperationForm,
  policy: LifecyclePolicy,
): { readonly changes: OperationChange[]; readonly schemas: SchemaPair[] } {
  const old = withPathNames(before, now);
  const [toCalled, toCaller]: [Direction, Direction] =
    now.caller === "user" ? ["toService", "toUser"] : ["toUser", "toService"];
  const request: MessagePair = {
    view: "request",
    direction: toCalled,
    pointer: "/request",
    old: old.request,
    new: now.request,
  };
  const responses = pairResponses(old.responses, now.responses, toCaller);
  const messages = [request, ...responses];
  return {
    changes: [
      ...structureChanges(old, now, policy, toCalled),
      ...contentTypeDifferences(request),
      ...statusChanges(old, now, toCaller),
      ...responses.flatMap(contentTypeDifferences),
      ...responses.flatMap(linkChanges),
      ...messages.flatMap((message) =>
        ofBody(message, [
          ...bodyChanges(message.old.body, message.new.body, message.direction),
          ...xmlChanges(message.old.body, message.new.body),
        ]),
      ),
    ],
    schemas: messages.flatMap((message) => [...partPairs(message), ...bodyPairs(message)]),
  };
}

/** An operation with the names that another one has for its path parameters, because they are not sent. */
function withPathNames({ request, styles, ...operation }: OperationForm, { title }: OperationForm) {
  const names = pathNames(title);
  const positions = new Map(pathNames(operation.title).map((name, index) => [name, index]));
  const nameOf = (name: string) => names[positions.get(name) ?? -1] ?? name;
  const renamed = ({ properties = {}, required = [], ...rules }: Schema): Schema => ({
    ...rules,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [nameOf(name), schema]),
    ),
    required: required.map(nameOf),
  });
  const parts = [...request.parts].map(
    ([part, schema]) => [part, part === "path" ? renamed(schema) : schema] as const,
  );
  const written = [...styles].map(
    ([place, style]) =>
      [place.replace(/^path (.*)$/, (_, name: string) => `path ${nameOf(name)}`), style] as const,
  );
  return { ...operation, request: { ...request, parts: new Map(parts) }, styles: new Map(written) };
}

function pathNames(title: string): string[] {
  return [...title.matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name);
}

function contentTypeDifferences(pair: MessagePair): OperationChange[] {
  return ofBody(pair, contentTypeChanges(pair.view, pair.old.body, pair.new.body));
}

function linkChanges({ pointer, direction, ...pair }: MessagePair): OperationChange[] {
  const [old, now] = [pair.old.links, pair.new.links];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((name) => {
    if (old.get(name) === now.get(name)) return [];
    const how = !old.has(name) ? "added" : now.has(name) ? "changed" : "removed";
    return {
      ...makeChange(`link-${how}`, name),
      pointer: `${pointer}/links/${pointerStep(name)}`,
      direction,
    };
  });
}

function ofBody<Change>({ pointer, direction }: MessagePair, changes: readonly Change[]) {
  return changes.map((change) => ({ ...change, pointer: `${pointer}/body`, direction }));
}

function partPairs({ view, direction, pointer, ...pair }: MessagePair): SchemaPair[] {
  return [...pair.old.parts].flatMap(([part, old]) => {
    const now = pair.new.parts.get(part);
    return now ? [{ view, direction, pointer: `${pointer}/${part}`, part, old, new: now }] : [];
  });
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
    group.slice(0, 1).map(({ type: _, ...item }) => ({
      ...item,
      ...(groups.length > 1 && { contentTypes: group.map(({ type }) => type) }),
    })),
  );
}

type Responses = OperationForm["responses"];

/** Pairs responses of the same status. A side may document it as a range or as the default. */
function pairResponses(old: Responses, now: Responses, direction: Direction): MessagePair[] {
  const statuses = [...new Set([...old.keys(), ...now.keys()])];
  return statuses.flatMap((status): MessagePair[] => {
    // A removed success is reported. The default that both sides have describes errors, so the two have nothing in common.
    const isLost =
      isSuccessStatus(status) && !isDocumentedStatus(status, now) && old.has("default");
    const [before, after] = [documented(status, old), isLost ? undefined : documented(status, now)];
    const at = { view: "response", direction, pointer: `/response/${status}` } as const;
    return before && after ? [{ ...at, old: before, new: after }] : [];
  });
}

function documented(status: string, responses: Responses): MessageForm | undefined {
  const named = responses.get(status) ?? responses.get(wildcardStatus(status));
  const isOfErrors = isSuccessStatus(status) && namesSuccess(responses);
  return named ?? (isOfErrors ? undefined : responses.get("default"));
}

/** Changes of the statuses. The default means success only if its side names no success. */
function statusChanges(
  { responses: old }: OperationForm,
  { responses: now }: OperationForm,
  direction: Direction,
): OperationChange[] {
  const isLost = (status: string) => {
    if (status === "default") return !namesSuccess(old) && !namesSuccess(now);
    // A sender may send some of the statuses of a range.
    const isKept =
      direction === "toUser" && [...now.keys()].some((key) => wildcardStatus(key) === status);
    return isSuccessStatus(status) && !isKept;
  };
  const isNew = (status: string) => isSuccessStatus(status) && !documented(status, old);
  const gone = [...old.keys()].filter((status) => !isDocumentedStatus(status, now));
  const added = [...now.keys()].filter((status) => !isDocumentedStatus(status, old));
  const at = (status: string) => ({ pointer: `/response/${status}`, direction });
  return [
    ...gone.map((status) => ({
      ...makeChange(isLost(status) ? "success-status-removed" : "status-removed", status),
      // The receiver still accepts an error that a range or the default describes.
      ...(!isLost(status) && documented(status, now) && { mild: compatible }),
      ...at(status),
      counterexample: { status },
    })),
    ...added.map((status) => ({
      ...makeChange(isNew(status) ? "success-status-added" : "status-added", status),
      ...at(status),
    })),
  ];
}

const compatible = { toService: "info", toUser: "info" } as const;

function isSuccessStatus(status: string): boolean {
  return status.startsWith("2");
}

function namesSuccess(responses: Responses): boolean {
  return [...responses.keys()].some(isSuccessStatus);
}

function isDocumentedStatus(status: string, responses: Responses): boolean {
  return responses.has(status) || responses.has(wildcardStatus(status));
}

function wildcardStatus(status: string): string {
  return `${status.slice(0, 1)}XX`;
}

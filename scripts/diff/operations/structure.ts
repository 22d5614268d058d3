import { severityOf, type Direction, type Effect, type Found } from "../change.ts";
import type { BodyForm, OperationForm } from "../contract-form.ts";
import { found } from "../kinds.ts";
import { dateOf, lifecycleChanges, type LifecyclePolicy } from "../lifecycle.ts";
import { securityChanges } from "./security.ts";

/** A change of an operation beside its schemas. */
export interface OperationChange extends Found {
  /** Below the operation. */
  readonly pointer: string;
  /** The way of the message that it is about. */
  readonly direction: Direction;
  readonly witness?: unknown;
}

type WholeChange = Pick<OperationChange, keyof Found | "witness">;

/** An operation that only the old contract has. What was announced to end, and has, is gone rightly. */
export function removedOperation(
  key: string,
  { lifecycle: { isDeprecated, sunset }, caller }: OperationForm,
  { today }: LifecyclePolicy,
): WholeChange {
  const what = caller === "service" ? "callback" : "operation";
  const end = sunset === undefined ? undefined : dateOf(sunset);
  const change = !isDeprecated
    ? found("operation-removed", what)
    : sunset === undefined
      ? found("operation-removed-after-deprecation", what)
      : found(`operation-removed-${end && end <= today ? "after" : "before"}-sunset`, what, sunset);
  return { ...change, rule: change.rule.replace("operation", what), witness: { request: key } };
}

/** An operation that only the new contract has. Receivers of callbacks have to take one that is new. */
export function addedOperation({ caller }: OperationForm): WholeChange {
  return found(caller === "service" ? "callback-added" : "operation-added");
}

/** What changed of an operation beside its messages. */
export function structureChanges(
  old: OperationForm,
  now: OperationForm,
  policy: LifecyclePolicy,
  direction: Direction,
): OperationChange[] {
  return [
    ...(old.operationId === undefined || old.operationId === now.operationId
      ? []
      : [found("operation-id-changed", old.operationId, now.operationId ?? "none")]),
    ...lifecycleChanges("operation", old.lifecycle, now.lifecycle, policy),
    ...securityChanges(old, now),
    ...styleChanges(old, now),
    ...old.servers
      .filter((url) => !now.servers.includes(url))
      .map((url) => found("server-removed", url)),
  ].map((each) => ({ pointer: "", direction, ...each }));
}

function styleChanges({ styles: old }: OperationForm, { styles }: OperationForm): WholeChange[] {
  return [...old].flatMap(([place, before]) => {
    const after = styles.get(place);
    if (after === undefined || after === before) return [];
    const witness = { parameter: place, style: before };
    const change = found("parameter-style-changed", place, after, before);
    return [{ ...change, pointer: pointerOf(place), witness }];
  });
}

function pointerOf(place: string): string {
  const [where = "", name = ""] = place.split(" ");
  const part = { header: "headers", cookie: "cookies" }[where] ?? where;
  return `/request/${part}/${name}`;
}

/**
 * Types in which a body comes no more, and others. A client asks for the type of an answer; of what is sent to a receiver,
 * the sender decides.
 */
export function contentTypeChanges(
  message: "request" | "response",
  { content: old }: BodyForm,
  { content: now }: BodyForm,
): WholeChange[] {
  if (old.size === 0 || now.size === 0) return [];
  const gone = [...old.keys()].filter((type) => coveringType(type, now) === undefined);
  const added = [...now.keys()].filter((type) => coveringType(type, old) === undefined);
  const effectOf = (ofResponse: Effect) => message === "response" && { effect: ofResponse };
  return [
    ...gone.map((type) => ({
      ...found("content-type-removed", type),
      ...effectOf("incomparable"),
      witness: { contentType: type },
    })),
    ...added.map((type) => ({
      // Of a range of types, the client does not know which it will get.
      ...(type.includes("*")
        ? found("content-type-generalized", type)
        : { ...found("content-type-added", type), ...effectOf("equal") }),
      witness: { contentType: type },
    })),
  ];
}

/** The type, or range of types (`text/*`), that a type is documented by. */
export function coveringType(type: string, content: BodyForm["content"]): string | undefined {
  const [family = ""] = type.split("/");
  return [type, `${family}/*`, "*/*"].find((each) => content.has(each));
}

/** Whether there is a body, and whether there has to be one. */
export function bodyChanges(old: BodyForm, now: BodyForm, direction: Direction): WholeChange[] {
  const change = bodyChange(old, now);
  if (!change) return [];
  // That a message has no body is all that is to be shown.
  return [{ ...change, ...(severityOf(change, direction) === "error" && { witness: {} }) }];
}

function bodyChange(old: BodyForm, now: BodyForm): Found | undefined {
  const [had, has] = [old.content.size > 0, now.content.size > 0];
  if (!had) return has ? found(now.isRequired ? "required-body-added" : "body-added") : undefined;
  if (!has) return { ...found("body-removed"), effect: old.isRequired ? "wider" : "equal" };
  if (old.isRequired === now.isRequired) return undefined;
  return found(now.isRequired ? "body-became-required" : "body-became-optional");
}

import { ownValue, partOfPlace } from "@contract-toolkit/contract";
import { severityOf, type Direction, type Effect, type Found } from "../change.ts";
import type { BodyForm, FieldStyle, OperationForm } from "../contract-form.ts";
import { makeChange } from "../kinds.ts";
import { dateOf, lifecycleChanges, type LifecyclePolicy } from "../lifecycle.ts";
import { securityChanges } from "./security.ts";

/** A change of an operation outside its schemas. */
export interface OperationChange extends Found {
  /** The place in the operation. */
  readonly pointer: string;
  /** The direction of the changed message. */
  readonly direction: Direction;
  readonly counterexample?: unknown;
}

type WholeChange = Pick<OperationChange, keyof Found | "counterexample">;

/** The change for an operation that only the old contract has. Its removal is allowed after its sunset. */
export function removedOperation(
  key: string,
  { lifecycle: { isDeprecated, sunset }, caller, servers }: OperationForm,
  { today }: LifecyclePolicy,
): WholeChange {
  const what = caller === "service" ? "callback" : "operation";
  const end = sunset === undefined ? undefined : dateOf(sunset);
  const change = !isDeprecated
    ? makeChange("operation-removed", what)
    : sunset === undefined
      ? makeChange("operation-removed-after-deprecation", what)
      : makeChange(
          `operation-removed-${end && end <= today ? "after" : "before"}-sunset`,
          what,
          sunset,
        );
  const [url] = servers.keys();
  const request = url === undefined ? key : `${key.split(" ", 1)[0] ?? ""} ${url}`;
  return { ...change, rule: change.rule.replace("operation", what), counterexample: { request } };
}

/** The change for an operation that only the new contract has. Receivers must accept new callbacks. */
export function addedOperation({ caller }: OperationForm): WholeChange {
  return makeChange(caller === "service" ? "callback-added" : "operation-added");
}

/** Changes of an operation outside its messages. */
export function structureChanges(
  old: OperationForm,
  now: OperationForm,
  policy: LifecyclePolicy,
  direction: Direction,
): OperationChange[] {
  return [
    ...(old.operationId === undefined || old.operationId === now.operationId
      ? []
      : [makeChange("operation-id-changed", old.operationId, now.operationId ?? "none")]),
    ...lifecycleChanges("operation", old.lifecycle, now.lifecycle, policy),
    ...securityChanges(old, now),
    ...styleChanges(old, now),
    ...[...old.servers]
      .filter(([url]) => !now.servers.has(url))
      .map(([, server]) => makeChange("server-removed", server)),
  ].map((item) => ({ pointer: "", direction, ...item }));
}

function styleChanges({ styles: old }: OperationForm, { styles }: OperationForm): WholeChange[] {
  return [...old].flatMap(([place, before]) => {
    const after = styles.get(place);
    if (after === undefined) return [];
    const pointer = parameterPointer(place);
    const others = writingChanges(place, before, after).map((writingChange) => ({
      ...writingChange,
      pointer,
    }));
    if (isSameStyle(before, after)) return others;
    const counterexample = { parameter: place, style: styleText(before) };
    const change = makeChange(
      "parameter-style-changed",
      place,
      styleText(after),
      styleText(before),
    );
    return [{ ...change, pointer, counterexample }, ...others];
  });
}

/** Whether empty values and reserved characters may be sent. */
function writingChanges(place: string, before: FieldStyle, after: FieldStyle): WholeChange[] {
  const changeOf = (what: "empty-value" | "reserved", was: boolean, is: boolean) =>
    was === is ? [] : [makeChange(`parameter-${what}-${is ? "allowed" : "refused"}`, place)];
  return [
    ...changeOf("empty-value", before.allowsEmpty, after.allowsEmpty),
    ...changeOf("reserved", before.allowsReserved, after.allowsReserved),
  ];
}

function isSameStyle(left: FieldStyle, right: FieldStyle): boolean {
  if (left.isImplied && right.isImplied) return true;
  // A file whose type is not said may be of any type.
  if ([left, right].some(isAnyFile) && [left, right].some(({ style }) => style === "*/*"))
    return true;
  if (left.style !== right.style) return false;
  return (
    [left, right].some(({ isExploded }) => isExploded === undefined) ||
    left.isExploded === right.isExploded
  );
}

function isAnyFile({ style, isImplied }: FieldStyle): boolean {
  return isImplied && style === "application/octet-stream";
}

function styleText({ style, isExploded }: FieldStyle): string {
  return isExploded === true ? `${style}, exploded` : style;
}

function parameterPointer(place: string): string {
  const [where = "", name = ""] = place.split(" ");
  return `/request/${ownValue(partOfPlace, where) ?? where}/${name}`;
}

/**
 * Content types that were removed or added. The client of a response can choose its type, the receiver of a request cannot.
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
      ...makeChange("content-type-removed", type),
      ...effectOf("incomparable"),
      counterexample: { contentType: type },
    })),
    ...added.map((type) => ({
      // A client does not know which type of a range it will get.
      ...(type.includes("*")
        ? makeChange("content-type-generalized", type)
        : { ...makeChange("content-type-added", type), ...effectOf("equal") }),
      counterexample: { contentType: type },
    })),
  ];
}

/** The documented type, or range of types (`text/*`), that includes a type. */
export function coveringType(type: string, content: BodyForm["content"]): string | undefined {
  const [family = ""] = type.split("/");
  return [type, `${family}/*`, "*/*"].find((text) => content.has(text));
}

/** Bodies that were added or removed, or became required or optional. */
export function bodyChanges(old: BodyForm, now: BodyForm, direction: Direction): WholeChange[] {
  const change = bodyChange(old, now);
  if (!change) return [];
  // A message without a body shows the break.
  return [{ ...change, ...(severityOf(change, direction) === "error" && { counterexample: {} }) }];
}

function bodyChange(old: BodyForm, now: BodyForm): Found | undefined {
  const [had, has] = [old.content.size > 0, now.content.size > 0];
  if (!had)
    return has ? makeChange(now.isRequired ? "required-body-added" : "body-added") : undefined;
  if (!has) return { ...makeChange("body-removed"), effect: old.isRequired ? "wider" : "equal" };
  if (old.isRequired === now.isRequired) return undefined;
  return makeChange(now.isRequired ? "body-became-required" : "body-became-optional");
}

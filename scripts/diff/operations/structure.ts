import { type StructureChange } from "./structure-change.ts";
import type { Severity } from "../change.ts";
import type { BodyForm, OperationForm } from "../contract-form.ts";
import { dateOf, lifecycleChanges, type LifecyclePolicy } from "../lifecycle.ts";
import type { Direction, Effect } from "../schemas/schema-change.ts";
import { securityChanges } from "./security.ts";

/** An operation that only the old contract has. What was announced to end, and has, is gone rightly. */
export function removedOperation(
  key: string,
  { lifecycle, caller }: OperationForm,
  { today }: LifecyclePolicy,
): StructureChange {
  const what = caller === "service" ? "callback" : "operation";
  const base = { pointer: "", witness: { request: key } };
  if (!lifecycle.isDeprecated)
    return {
      ...base,
      rule: `${what}-removed`,
      severity: "error",
      message: `the ${what} was removed, and was not deprecated before`,
    };
  if (lifecycle.sunset === undefined)
    return {
      ...base,
      rule: `${what}-removed-after-deprecation`,
      severity: "warning",
      message: `the deprecated ${what} was removed; it had no sunset`,
    };
  const sunset = dateOf(lifecycle.sunset);
  if (sunset === undefined || sunset > today)
    return {
      ...base,
      rule: `${what}-removed-before-sunset`,
      severity: "error",
      message: `the ${what} was removed before its sunset, ${lifecycle.sunset}`,
    };
  return {
    ...base,
    rule: `${what}-removed-after-sunset`,
    severity: "info",
    message: `the ${what} was removed after its sunset, ${lifecycle.sunset}`,
  };
}

/** An operation that only the new contract has. Receivers of callbacks have to take one that is new. */
export function addedOperation({ caller }: OperationForm): StructureChange {
  return caller === "service"
    ? {
        rule: "callback-added",
        severity: "warning",
        pointer: "",
        message: "the callback was added: receivers must accept it",
      }
    : {
        rule: "operation-added",
        severity: "info",
        pointer: "",
        message: "the operation was added",
      };
}

/** What changed of an operation beside its schemas. */
export function structureChanges(
  old: OperationForm,
  now: OperationForm,
  policy: LifecyclePolicy,
): StructureChange[] {
  const request: Direction = now.caller === "user" ? "toService" : "toUser";
  return [
    ...nameChanges(old, now),
    ...lifecycleChanges("operation", old.lifecycle, now.lifecycle, policy).map(
      ({ rule, message, mild }): StructureChange => ({
        rule,
        severity: mild?.[request] ?? "info",
        pointer: "",
        message,
      }),
    ),
    ...securityChanges(old, now),
    ...styleChanges(old, now),
    ...serverChanges(old, now),
    ...contentTypeChanges("request", request, old.body, now.body),
  ];
}

function nameChanges(
  { operationId: old }: OperationForm,
  { operationId }: OperationForm,
): StructureChange[] {
  if (old === operationId || old === undefined) return [];
  const message = `the operationId changed from ${old} to ${operationId ?? "none"}: it names a method of generated clients`;
  return [{ rule: "operation-id-changed", severity: "warning", pointer: "", message }];
}

function styleChanges(
  { styles: old }: OperationForm,
  { styles }: OperationForm,
): StructureChange[] {
  return [...old].flatMap(([place, before]) => {
    const after = styles.get(place);
    if (after === undefined || after === before) return [];
    const message = `${place} is written in another style: ${after} instead of ${before}`;
    return [
      {
        rule: "parameter-style-changed",
        severity: "error",
        pointer: pointerOf(place),
        message,
        witness: { parameter: place, style: before },
      },
    ];
  });
}

function pointerOf(place: string): string {
  const [where = "", name = ""] = place.split(" ");
  const part = { header: "headers", cookie: "cookies" }[where] ?? where;
  return `/request/${part}/${name}`;
}

function serverChanges(
  { servers: old }: OperationForm,
  { servers }: OperationForm,
): StructureChange[] {
  return old
    .filter((url) => !servers.includes(url))
    .map((url) => ({
      rule: "server-removed",
      severity: "warning",
      pointer: "",
      message: `the server ${url} was removed`,
    }));
}

/**
 * What it means that a body comes in a type no more, or in another one. A client asks for the type of an answer; of what
 * is sent to a receiver, the sender decides.
 */
const contentTypes: Record<
  "removed" | "added" | "generalized",
  Record<"request" | "response", Record<Direction, Severity>>
> = {
  removed: {
    request: { toService: "error", toUser: "info" },
    response: { toService: "error", toUser: "error" },
  },
  added: {
    request: { toService: "info", toUser: "error" },
    response: { toService: "info", toUser: "info" },
  },
  /** A range of types, of which the client does not know which it will get. */
  generalized: {
    request: { toService: "info", toUser: "error" },
    response: { toService: "info", toUser: "error" },
  },
};

/** Types in which a body comes no more, and others. */
export function contentTypeChanges(
  message: "request" | "response",
  direction: Direction,
  { content: old }: BodyForm,
  { content: now }: BodyForm,
  pointer = "/request/body",
): StructureChange[] {
  if (old.size === 0 || now.size === 0) return [];
  const gone = [...old.keys()].filter((type) => coveringType(type, now) === undefined);
  const added = [...now.keys()].filter((type) => coveringType(type, old) === undefined);
  return [
    ...gone.map((type): StructureChange => ({
      rule: "content-type-removed",
      severity: contentTypes.removed[message][direction],
      pointer,
      message: `the content type ${type} was removed`,
      witness: { contentType: type },
    })),
    ...added.map((type): StructureChange => ({
      rule: type.includes("*") ? "content-type-generalized" : "content-type-added",
      severity: contentTypes[type.includes("*") ? "generalized" : "added"][message][direction],
      pointer,
      message: `the content type ${type} was added`,
      witness: { contentType: type },
    })),
  ];
}

/** The type, or range of types (`text/*`), that a type is documented by. */
export function coveringType(type: string, content: BodyForm["content"]): string | undefined {
  const [family = ""] = type.split("/");
  return [type, `${family}/*`, "*/*"].find((each) => content.has(each));
}

/** What it means that a body has to be there or not. */
export interface BodyChange {
  readonly rule: string;
  readonly effect: Effect;
  readonly message: string;
  readonly mild?: Partial<Record<Direction, Severity>>;
}

/** Whether there is a body, and whether there has to be one. */
export function bodyChange(old: BodyForm, now: BodyForm): BodyChange | undefined {
  const [had, has] = [old.content.size > 0, now.content.size > 0];
  if (!had && !has) return undefined;
  if (!had) {
    return now.isRequired
      ? {
          rule: "required-body-added",
          effect: "narrower",
          message: "a required body was added",
        }
      : { rule: "body-added", effect: "equal", message: "a body was added" };
  }
  if (!has) {
    const effect = old.isRequired ? "wider" : "equal";
    return {
      rule: "body-removed",
      effect,
      message: "the body was removed",
      mild: { toService: "error", toUser: "warning" },
    };
  }
  if (old.isRequired === now.isRequired) return undefined;
  return now.isRequired
    ? { rule: "body-became-required", effect: "narrower", message: "the body is required now" }
    : { rule: "body-became-optional", effect: "wider", message: "the body is optional now" };
}

import { isObject, pointerStep } from "contract-kernel";
import type { Constraint } from "../case.ts";
import { describingFormats } from "./schema/schema.ts";

/**
 * Counts the constraints of an OpenAPI 3.1 document by walking it as it is written, and not as cases are derived from
 * it: what one of the two overlooks, the other shows.
 */
export function inventoryOf(document: unknown): Constraint[] {
  const found = new Map<string, Constraint>();
  const root = objectAt(document);
  for (const item of Object.values(objectAt(root["paths"]))) {
    for (const each of Object.values(objectAt(item))) {
      const operation = objectAt(each);
      if (typeof operation["operationId"] !== "string") continue;
      const inventory: Inventory = {
        root,
        add: (constraint) => found.set(keyOf(constraint), constraint),
      };
      countRequest(inventory, operation["operationId"], operation);
      countResponses(inventory, operation["operationId"], operation);
    }
  }
  return [...found.values()];
}

/** Tells constraints apart. */
export function keyOf({ operation, direction, status, place, keyword }: Constraint): string {
  return [operation, direction, status ?? "", place, keyword].join(" ");
}

interface Inventory {
  readonly root: Node;
  add(constraint: Constraint): void;
}

type Node = Readonly<Record<string, unknown>>;

type Message = Pick<Constraint, "operation" | "direction" | "status">;

function countRequest(inventory: Inventory, id: string, operation: Node): void {
  const message: Message = { operation: id, direction: "request" };
  for (const each of listAt(operation["parameters"])) {
    const parameter = resolved(inventory, each);
    const part = parameter["in"] === "header" ? "headers" : parameter["in"];
    const place = `/${String(part)}/${pointerStep(String(parameter["name"]))}`;
    if (part !== "path") countPresence(inventory, message, place, parameter);
    for (const name of listAt(parameter["x-requires"]))
      inventory.add({
        ...message,
        place: `/${String(part)}/${pointerStep(String(name))}`,
        keyword: "requires",
      });
    if ("x-at-most" in parameter) inventory.add({ ...message, place, keyword: "atMost" });
    countText(inventory, message, place, objectAt(parameter["schema"]));
  }
  const body = objectAt(operation["requestBody"]);
  const required = body["required"] === true;
  countBody(inventory, message, objectAt(body["content"]), required);
  if ("content" in body)
    inventory.add({
      ...message,
      place: "/headers/Content-Type",
      keyword: "contentType",
    });
}

function countBody(inventory: Inventory, message: Message, content: Node, required: boolean): void {
  const [type, media] = Object.entries(content)[0] ?? [];
  if (type === undefined) return;
  const schema = objectAt(objectAt(media)["schema"]);
  if (!type.includes("json")) {
    countText(inventory, message, "/body", schema);
    return;
  }
  if (required) inventory.add({ ...message, place: "/body", keyword: "required" });
  countValue(inventory, message, "/body", schema);
}

function countResponses(inventory: Inventory, id: string, operation: Node): void {
  for (const [status, each] of Object.entries(objectAt(operation["responses"]))) {
    const response = resolved(inventory, each);
    const message: Message = {
      operation: id,
      direction: "response",
      status: Number(status),
    };
    for (const [name, header] of Object.entries(objectAt(response["headers"]))) {
      const place = `/headers/${pointerStep(name)}`;
      countPresence(inventory, message, place, objectAt(header));
      countText(inventory, message, place, objectAt(objectAt(header)["schema"]));
    }
    countBody(inventory, message, objectAt(response["content"]), true);
  }
  inventory.add({
    operation: id,
    direction: "response",
    place: "/status",
    keyword: "status",
  });
}

function countPresence(
  inventory: Inventory,
  message: Message,
  place: string,
  { required }: Node,
): void {
  const keyword = required === true ? "required" : "optional";
  inventory.add({ ...message, place, keyword });
}

/** A text on the wire is always a string, a list of one, and never null. */
function countText(inventory: Inventory, message: Message, place: string, schema: Node): void {
  const only = {
    ...inventory,
    add: (constraint: Constraint) => {
      const isOfText = constraint.place === place && constraint.keyword === "nullable";
      const isType =
        constraint.keyword === "type" &&
        ["string", "array"].includes(String(typeOf(inventory, schema)));
      if (!isOfText && !isType) inventory.add(constraint);
    },
  };
  countValue(only, message, place, schema);
}

function typeOf(inventory: Inventory, schema: Node): unknown {
  return schema["type"] ?? resolved(inventory, schema)["type"];
}

/** Keywords that bound a value by themselves. */
const bounding: ReadonlySet<string> = new Set([
  "enum",
  "const",
  "pattern",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minItems",
  "maxItems",
  "uniqueItems",
  "format",
]);

function countValue(
  inventory: Inventory,
  message: Message,
  place: string,
  schema: Node,
  within: readonly unknown[] = [],
): void {
  const add = (keyword: string, at = place) => {
    inventory.add({ ...message, place: at, keyword });
  };
  const inside = (at: string, each: unknown) => {
    countValue(inventory, message, at, objectAt(each), within);
  };
  if ("$ref" in schema) {
    const { $ref, ...beside } = schema;
    if (within.includes($ref)) return;
    countValue(inventory, message, place, beside, within);
    countValue(inventory, message, place, resolved(inventory, schema), [...within, $ref]);
    return;
  }
  for (const each of listAt(schema["allOf"])) inside(place, each);
  if ("x-content-schema" in schema) {
    countContent(inventory, message, place, schema, within);
    return;
  }
  const isDescribed = describingFormats.has(schema["format"]);
  for (const keyword of Object.keys(schema)) {
    if (bounding.has(keyword) && !(keyword === "format" && isDescribed)) add(keyword);
  }
  if (schema["contentEncoding"] === "base64") add("format");
  if ("type" in schema || "anyOf" in schema || "oneOf" in schema) add("nullable");
  if ("type" in schema) add("type");
  if ("anyOf" in schema || "oneOf" in schema) add("anyOf");
  for (const branch of [...listAt(schema["anyOf"]), ...listAt(schema["oneOf"])]) {
    const own: Inventory = {
      ...inventory,
      add: (constraint) => {
        const isOfUnion =
          constraint.place === place && ["type", "nullable"].includes(constraint.keyword);
        if (!isOfUnion) inventory.add(constraint);
      },
    };
    countValue(own, message, place, objectAt(branch), within);
  }
  if (schema["type"] === "object") {
    add("additional");
    const required = listAt(schema["required"]);
    for (const [name, field] of Object.entries(objectAt(schema["properties"]))) {
      const at = `${place}/${pointerStep(name)}`;
      add(required.includes(name) ? "required" : "optional", at);
      if ("x-required-when" in objectAt(field)) add("requiredWhen", at);
      if ("x-at-most" in objectAt(field)) add("atMost", at);
      for (const other of listAt(objectAt(field)["x-requires"]))
        add("requires", `${place}/${pointerStep(String(other))}`);
      inside(at, field);
    }
    if (isObject(schema["additionalProperties"]))
      inside(`${place}/{}`, schema["additionalProperties"]);
  }
  if (isObject(schema["items"])) inside(`${place}/[]`, schema["items"]);
}

function countContent(
  inventory: Inventory,
  message: Message,
  place: string,
  schema: Node,
  within: readonly unknown[],
): void {
  inventory.add({ ...message, place, keyword: "format" });
  const $ref = `#/components/schemas/${String(schema["x-content-schema"])}`;
  countValue(inventory, message, place, { $ref }, within);
}

function resolved({ root }: Inventory, value: unknown): Node {
  const node = objectAt(value);
  const { $ref } = node;
  if (typeof $ref !== "string") return node;
  return $ref
    .slice(2)
    .split("/")
    .reduce<Node>((inside, name) => objectAt(inside[name]), root);
}

function objectAt(value: unknown): Node {
  return isObject(value) ? value : {};
}

function listAt(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

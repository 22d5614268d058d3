import {
  isBinaryType,
  isObject,
  type OpenApiDocument,
  pointerName,
  pointerStep,
  readStatus,
} from "@contract-toolkit/kernel";
import { statementsOf } from "@contract-toolkit/kernel/field-rules";
import type { Constraint } from "../case.ts";
import { overlargeOf } from "../../message-schemas/overlarge.ts";

/**
 * Counts the constraints of an OpenAPI 3.1 document by walking it as it is written, and not as cases are derived from
 * it: what one of the two overlooks, the other shows.
 */
export function inventoryOf(document: OpenApiDocument): Constraint[] {
  const found = new Map<string, Constraint>();
  const root = objectAt(document);
  for (const item of Object.values(objectAt(root["paths"]))) {
    for (const each of Object.values(objectAt(item))) {
      const operation = objectAt(each);
      if (typeof operation["operationId"] !== "string") continue;
      const inventory: Inventory = {
        root,
        overlarge: overlargeOf(document),
        asText: false,
        add: (constraint) => found.set(keyOf(constraint), constraint),
      };
      countRequest(inventory, operation["operationId"], operation);
      countResponses(inventory, operation["operationId"], operation);
    }
  }
  return [...found.values()];
}

/** Tells constraints apart. */
export function keyOf(constraint: Constraint): string {
  const { operation, direction, status = "", contentType = "", place, keyword } = constraint;
  return [operation, direction, status, contentType, place, keyword].join(" ");
}

interface Inventory {
  readonly root: Node;
  /** Schemas of bodies that are not taken apart. */
  readonly overlarge: ReadonlySet<unknown>;
  /** What is counted stands in text on the wire. */
  readonly asText: boolean;
  add(constraint: Constraint): void;
}

type Node = Readonly<Record<string, unknown>>;

type Message = Pick<Constraint, "operation" | "direction" | "status" | "contentType">;

function countRequest(inventory: Inventory, id: string, operation: Node): void {
  const message: Message = { operation: id, direction: "request" };
  for (const each of listAt(operation["parameters"])) {
    const parameter = resolved(inventory, each);
    const isPlural = parameter["in"] === "header" || parameter["in"] === "cookie";
    const part = `${String(parameter["in"])}${isPlural ? "s" : ""}`;
    const place = `/${part}/${pointerStep(String(parameter["name"]))}`;
    if (part !== "path") countPresence(inventory, message, place, parameter);
    for (const [{ name: keyword }, { judged }] of statementsOf(
      String(parameter["name"]),
      parameter,
    ))
      for (const name of judged)
        inventory.add({ ...message, place: `/${part}/${pointerStep(name)}`, keyword });
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

/** Of each content type, that of the first without naming it. */
function countBody(inventory: Inventory, message: Message, content: Node, required: boolean): void {
  for (const [index, [type, media]] of Object.entries(content).entries())
    countContentOf(
      inventory,
      index === 0 ? message : { ...message, contentType: type },
      type,
      objectAt(media),
      required,
    );
}

function countContentOf(
  inventory: Inventory,
  message: Message,
  type: string,
  media: Node,
  required: boolean,
): void {
  const schema = objectAt(media["schema"]);
  // Nothing can be said of bytes.
  if (isBinaryType(type)) return;
  if (inventory.overlarge.has(media["schema"])) {
    inventory.add({ ...message, place: "/body", keyword: "places" });
    return;
  }
  if (/^multipart\/|urlencoded$/.test(type)) {
    countForm(inventory, message, media);
    return;
  }
  if (type === "text/event-stream") {
    const { items } = resolved(inventory, schema);
    if (items !== undefined) countValue(inventory, message, "/body/[]", objectAt(items));
    return;
  }
  if (!type.includes("json")) {
    countText(inventory, message, "/body", schema);
    return;
  }
  if (required) inventory.add({ ...message, place: "/body", keyword: "required" });
  countValue(inventory, message, "/body", schema);
}

/** The fields of a form are texts, but for parts of JSON; of files, only that they are there. */
function countForm(inventory: Inventory, message: Message, media: Node): void {
  const encoding = objectAt(media["encoding"]);
  const fields = objectAt(resolved(inventory, media["schema"])["properties"]);
  const typeOf = (place: string) => {
    const name = pointerName(place.split("/")[2] ?? "");
    const { contentType } = objectAt(encoding[name]);
    if (typeof contentType === "string") return contentType.split(",")[0] ?? "";
    // OpenAPI 3.1, section 4.8.15.1.1.
    const field = resolved(inventory, fields[name]);
    if ("contentEncoding" in field) return "application/octet-stream";
    return field["type"] === "object" ? "application/json" : "text/plain";
  };
  const count = (asText: boolean, isCounted: (type: string) => boolean) => {
    const add = (constraint: Constraint) => {
      const isOfForm = constraint.place === "/body";
      const isOfField = ["required", "optional"].includes(constraint.keyword);
      const type = typeOf(constraint.place);
      if (!isOfForm && (isCounted(type) || (isOfField && isFile(type)))) inventory.add(constraint);
    };
    countValue({ ...inventory, asText, add }, message, "/body", objectAt(media["schema"]));
  };
  count(true, (type) => !isFile(type) && !type.includes("json"));
  count(false, (type) => type.includes("json"));
}

function isFile(type: string): boolean {
  return type.includes("*") || isBinaryType(type);
}

function countResponses(inventory: Inventory, id: string, operation: Node): void {
  for (const [status, each] of Object.entries(objectAt(operation["responses"]))) {
    const response = resolved(inventory, each);
    const message: Message = {
      operation: id,
      direction: "response",
      status: readStatus(status) ?? "default",
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
  countValue({ ...inventory, asText: true }, message, place, schema);
}

/** Keywords that no value can break: what is told about values, how to find the schema, and extensions. */
function isIgnored(keyword: string): boolean {
  return ignored.has(keyword) || keyword.startsWith("x-");
}

const ignored: ReadonlySet<string> = new Set([
  ...["title", "description", "default", "example", "examples", "externalDocs", "xml", "$comment"],
  ...["deprecated", "readOnly", "writeOnly", "discriminator"],
  ...["contentEncoding", "contentMediaType", "contentSchema"],
  ...["$id", "$schema", "$anchor", "$dynamicAnchor", "$vocabulary", "$defs"],
]);

/** Keywords that are counted at other places, by other names, or by what is inside them. */
const countedApart: ReadonlySet<string> = new Set([
  ...["$ref", "type", "format", "allOf", "anyOf", "oneOf", "items", "then", "else"],
  ...["properties", "required", "dependentRequired"],
  ...["additionalProperties", "unevaluatedProperties"],
]);

/** Formats that say how a value is held or shown, and refuse nothing. */
const descriptiveFormats: ReadonlySet<unknown> = new Set(["password", "float", "double"]);

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
  for (const keyword of Object.keys(schema)) {
    if (!isIgnored(keyword) && !countedApart.has(keyword)) add(keyword);
  }
  if ("format" in schema && !descriptiveFormats.has(schema["format"])) add("format");
  if (schema["contentEncoding"] === "base64") add("format");
  const isUnion = "anyOf" in schema || "oneOf" in schema;
  const isText = inventory.asText && ["string", "array"].includes(String(schema["type"]));
  if (("type" in schema || isUnion) && !inventory.asText) add("nullable");
  if ("type" in schema && !isText) add("type");
  if (isUnion) add("anyOf");
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
  if (objectKeywords.some((keyword) => keyword in schema) || schema["type"] === "object")
    countFields(inventory, message, place, schema, within);
  if (isObject(schema["items"])) inside(`${place}/[]`, schema["items"]);
}

const objectKeywords = [
  ...["properties", "required", "dependentRequired"],
  ...["additionalProperties", "unevaluatedProperties"],
];

function countFields(
  inventory: Inventory,
  message: Message,
  place: string,
  schema: Node,
  within: readonly unknown[],
): void {
  const add = (keyword: string, at: string) => {
    inventory.add({ ...message, place: at, keyword });
  };
  const at = (name: unknown) => `${place}/${pointerStep(String(name))}`;
  add("additional", place);
  for (const name of listAt(schema["required"])) add("required", at(name));
  for (const others of Object.values(objectAt(schema["dependentRequired"])))
    for (const name of listAt(others)) add("requires", at(name));
  for (const [name, value] of Object.entries(objectAt(schema["properties"]))) {
    const field = objectAt(value);
    if (!listAt(schema["required"]).includes(name)) add("optional", at(name));
    for (const [rule, { judged }] of statementsOf(name, field))
      for (const each of judged) add(rule.name, at(each));
    countValue(inventory, message, at(name), field, within);
  }
  for (const keyword of ["additionalProperties", "unevaluatedProperties"])
    if (isObject(schema[keyword]))
      countValue(inventory, message, `${place}/{}`, objectAt(schema[keyword]), within);
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

import type { Schema } from "@contract-toolkit/contract";

const RESOURCES = 240;
const SCHEMAS_OF_RESOURCE = 5;
const OPERATIONS = 600;

/**
 * Makes an OpenAPI document of 600 operations and 1,200 components that refer to each other. As in well-known documents of this
 * size, most references may be expanded (an id or the object).
 *
 * @param links whether every component leads to every other one, or only to those of its resource
 * @param isLater the next version: a field of a shared component is shorter, an enum has a new value, a field is required,
 *   a field was added, and an alternative was removed
 */
export function largeDocument(links: Links, isLater = false): object {
  const schemas = {
    ...sharedComponents(isLater),
    ...Object.fromEntries(
      Array.from({ length: RESOURCES }, (_, index) => componentsOf(index, links, isLater)).flat(),
    ),
  };
  const paths = Object.fromEntries(
    Array.from({ length: OPERATIONS / 2 }, (_, index) => {
      const [name, component] = [`/v1/resources${index}`, `Resource${index % RESOURCES}`];
      return [`${name}/{id}`, pathOf(index, component)] as const;
    }),
  );
  return {
    openapi: "3.0.3",
    info: { title: "Large", version: isLater ? "1.1.0" : "1.0.0" },
    paths,
    components: { schemas },
  };
}

function pathOf(index: number, component: string): object {
  const id = {
    name: "id",
    in: "path",
    required: true,
    schema: { type: "string", maxLength: 5000 },
  };
  const responses = {
    200: { description: "OK", content: json(ref(component)) },
    default: { description: "Error", content: json(ref("Error")) },
  };
  const form: Schema = {
    type: "object",
    properties: {
      metadata: {
        anyOf: [{ type: "object", additionalProperties: { type: "string" } }, { enum: [""] }],
      },
      currency: ref("Currency"),
      [`field${index}`]: { type: "string", maxLength: 5000 },
    },
  };
  return {
    parameters: [id],
    get: { operationId: `get${index}`, responses },
    post: {
      operationId: `post${index}`,
      requestBody: { content: { "application/x-www-form-urlencoded": { schema: form } } },
      responses,
    },
  };
}

type Links = "everywhere" | "within resources";

function componentsOf(index: number, links: Links, isLater: boolean): [string, Schema][] {
  const at = (step: number) => (links === "everywhere" ? (index + step) % RESOURCES : index);
  const fields: Record<string, Schema> = {
    id: { type: "string", maxLength: 5000 },
    object: { type: "string", enum: [`resource${index}`] },
    created: { type: "integer", format: "unix-time" },
    livemode: { type: "boolean" },
    currency: ref("Currency"),
    ...Object.fromEntries(
      [1, 3, 7, 19, 53, 101].map((step) => [`linked${step}`, expandable(`Resource${at(step)}`)]),
    ),
    ...Object.fromEntries(
      Array.from({ length: 12 }, (_, number) => [
        `detail${number}`,
        { type: "string", nullable: true, maxLength: 5000 },
      ]),
    ),
    ...Object.fromEntries(
      Array.from({ length: SCHEMAS_OF_RESOURCE - 1 }, (_, number) => [
        `part${number}`,
        ref(`Resource${index}Part${number}`),
      ]),
    ),
    ...(isLater && index === 5 && { added: { type: "string" } }),
  };
  const parts = Array.from({ length: SCHEMAS_OF_RESOURCE - 1 }, (_, number): [string, Schema] => [
    `Resource${index}Part${number}`,
    partOf(index, number, at, isLater),
  ]);
  return [
    [`Resource${index}`, { type: "object", required: ["id", "object"], properties: fields }],
    ...parts,
  ];
}

/** @param at the number of the resource that so many steps lead to */
function partOf(
  index: number,
  number: number,
  at: (step: number) => number,
  isLater: boolean,
): Schema {
  return {
    type: "object",
    required: isLater && index === 9 && number === 0 ? ["status", "amount"] : ["status"],
    properties: {
      status: { type: "string", enum: ["open", "closed"] },
      amount: { type: "integer" },
      owner: expandable(`Resource${at(number * 11 + 2)}`),
      source: {
        nullable: true,
        anyOf: [1, 2, 3]
          .filter((step) => !(isLater && index === 11 && step === 3))
          .map((step) => ref(`Resource${at(step * 31)}`)),
      },
      list: {
        type: "object",
        required: ["data", "has_more"],
        properties: {
          data: { type: "array", items: ref(`Resource${at(number * 17 + 5)}`) },
          has_more: { type: "boolean" },
        },
      },
    },
  };
}

function sharedComponents(isLater: boolean): Record<string, Schema> {
  return {
    Currency: { type: "string", enum: ["eur", "usd", "vnd", ...(isLater ? ["gbp"] : [])] },
    Error: {
      type: "object",
      required: ["message"],
      properties: {
        message: { type: "string", maxLength: isLater ? 4000 : 5000 },
        resource: expandable("Resource1"),
      },
    },
  };
}

/** The id of an object, or the object itself. */
function expandable(component: string): Schema {
  return { anyOf: [{ type: "string", maxLength: 5000 }, ref(component)] };
}

function ref(component: string): Schema {
  return { $ref: `#/components/schemas/${component}` };
}

function json(schema: Schema): object {
  return { "application/json": { schema } };
}

import {
  mapSubschemas,
  type MessageSchemas,
  type Openness,
  readAs,
  serverMessageSchema,
  type Schema,
  openMessageUnions,
} from "@contract-toolkit/contract";

/** Schemas by id. Messages are `<operationId>.<request or status>`, `refusal.<status>` and `contentSchema.<component>`. */
export type Schemas = ReadonlyMap<string, Schema>;

/** Schemas to compile, and the definitions that they refer to, by `<openness>.<component>`. */
export interface CompiledSchemas {
  readonly messages: Schemas;
  readonly components: Schemas;
}

/** Identifies schemas: everything that is made from them depends only on this text. */
export function schemasText({ messages, components }: CompiledSchemas): string {
  return JSON.stringify([[...messages], [...components]]);
}

/**
 * The schemas of a server's validators: requests, and responses without undocumented fields.
 *
 * @param responses `bare`: responses may have undocumented fields, too
 */
export function serverSchemas(
  { messages, $defs }: MessageSchemas,
  responses: Openness = "closed",
): CompiledSchemas {
  const read = new Map(
    Object.entries(messages).map(([name, schema]) => [
      validatorId(name),
      omitPosition(serverMessageSchema(name, schema, refer, responses)),
    ]),
  );
  for (const component of contentComponents($defs))
    read.set(`contentSchema.${component}`, { $ref: refer(component, "open") });
  const open = definitions($defs, "open");
  const bare = collectReferred(definitions($defs, "bare"), [...open.values(), ...read.values()]);
  return {
    messages: read,
    components: new Map([...open, ...bare, ...definitions($defs, responses)]),
  };
}

/** The schemas of a client's validators: responses, in which undocumented fields and variants are tolerated. */
export function clientSchemas({ messages, $defs }: MessageSchemas): CompiledSchemas {
  const responses = Object.entries(messages).filter(([name]) => name.startsWith("response "));
  return {
    messages: new Map(
      responses.map(([name, schema]) => [
        validatorId(name),
        omitPosition(openMessageUnions(readAs(schema, "bare", refer))),
      ]),
    ),
    components: new Map(
      [...definitions($defs, "bare")].map(([name, schema]) => [name, openMessageUnions(schema)]),
    ),
  };
}

/** `request findItems` → `findItems.request`, `response findItems 200` → `findItems.200`, `refusal 401` → `refusal.401` */
function validatorId(name: string): string {
  const [kind = "", first = "", ...rest] = name.split(" ");
  if (kind === "request") return `${first}.request`;
  return kind === "response" ? [first, ...rest].join(".") : `${kind}.${first}`;
}

function refer(component: string, openness: Openness): string {
  return `${openness}.${component}`;
}

function definitions($defs: MessageSchemas["$defs"], openness: Openness): Map<string, Schema> {
  return new Map(
    Object.entries($defs).map(([name, schema]) => [
      refer(name, openness),
      readAs(schema, openness, refer),
    ]),
  );
}

/** The definitions in `all` that schemas refer to, directly or not. */
function collectReferred(all: Schemas, schemas: Iterable<Schema>): Map<string, Schema> {
  const found = new Map<string, Schema>();
  const visit = (schema: Schema): Schema => {
    const id = String(schema.$ref);
    const definition = all.get(id);
    if (definition && !found.has(id)) {
      found.set(id, definition);
      visit(definition);
    }
    return mapSubschemas(schema, visit);
  };
  for (const schema of schemas) visit(schema);
  return found;
}

function contentComponents($defs: MessageSchemas["$defs"]): Set<string> {
  const names = new Set<string>();
  const visit = (schema: Schema): Schema => {
    const name = schema["x-content-schema"];
    if (name !== undefined) names.add(name);
    return mapSubschemas(schema, visit);
  };
  for (const schema of Object.values($defs)) visit(schema);
  return names;
}

/** Without the position, identical responses of several operations are compiled once. */
function omitPosition({ "x-position": _, ...schema }: Schema): Schema {
  return schema;
}

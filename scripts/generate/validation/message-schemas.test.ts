import { Ajv2020 } from "ajv/dist/2020.js";
import { readFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  isSchema,
  mapSubschemas,
  type MessageSchemas,
  type Schema,
} from "@contract-toolkit/contract";
import { compileSpec } from "../compile.ts";
import { readServices } from "../service-model/read-services.ts";
import { specify, type Specification } from "../testing/specification.ts";
import { messageSchemas } from "./message-schemas.ts";

const body = `/** A name. */
@maxLength(9)
@pattern("^[a-z]+$", "must be small letters")
scalar Name extends string;

/** What every thing has. */
model Thing { id: Name; count?: uint8 = 1; }

/** A book on the shelf. */
model Book extends Thing {
  kind: "book";
  @minLength(2) title: Name;
  @requires("until") @atMost("until") since?: int32;
  until?: int32;
  @requiredWhen("kind", "book") pages?: int64;
  @maxItems(3) tags?: string[];
}

model Disc { kind: "disc"; content?: bytes; }

@discriminated(#{ envelope: "none", discriminatorPropertyName: "kind" })
union Media { book: Book, disc: Disc }

@error @refusal(404)
model Missing { code: string; }

@route("/media/{place}")
@put
op keep(@path place: uint8, @query deep?: boolean = false, @body media: Media): {
  @statusCode _: 200;
  @header location: url;
  @body media: Media;
};
`;

let specification: Specification;
let text: string;
let schemas: MessageSchemas;

beforeAll(async () => {
  specification = await specify(body);
  text = await readFile(specification.entry, "utf8");
  const [service] = await readServices(await compileSpec(specification.entry));
  if (!service) throw new Error("there is no service");
  schemas = messageSchemas(service);
});

afterAll(() => specification[Symbol.asyncDispose]());

/** Where some text begins in the specification. */
function positionOf(part: string): string {
  const before = text.slice(0, text.indexOf(part)).split("\n");
  const file = `${basename(dirname(specification.entry))}/main.tsp`;
  return `${file}:${before.length}:${(before.at(-1) ?? "").length + 1}`;
}

function withoutPositions(schema: Schema): Schema {
  const { "x-position": _, "x-keyword-positions": __, ...rest } = schema;
  return mapSubschemas(rest, withoutPositions);
}

test("field rules are keywords of the object, and inheritance is flattened", () => {
  const book = withoutPositions(schemas.$defs["Book"] ?? {});
  expect(book.required).toEqual(["id", "kind", "title"]);
  expect(Object.keys(book.properties ?? {})).toContain("count");
  expect(book).toMatchObject({
    dependentRequired: { since: ["until"] },
    atMost: { since: "until" },
    allOf: [
      {
        if: { properties: { kind: { enum: ["book"] } }, required: ["kind"] },
        then: { required: ["pages"] },
      },
    ],
  });
});

test("a discriminated union is validated by the branch that the discriminator names", () => {
  expect(withoutPositions(schemas.$defs["Media"] ?? {})).toEqual({
    type: "object",
    properties: { kind: { enum: ["book", "disc"] } },
    required: ["kind"],
    allOf: ["Book", "Disc"].map((name) => ({
      if: { properties: { kind: { const: name.toLowerCase() } }, required: ["kind"] },
      then: { $ref: `#/$defs/${name}` },
    })),
    discriminator: { propertyName: "kind" },
  });
});

test("numbers have the bounds of their types, Base64 has a format, and items of a too long list are not validated", () => {
  const fields = (name: string) => withoutPositions(schemas.$defs[name] ?? {}).properties;
  expect(fields("Book")).toMatchObject({
    since: { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
    tags: { maxItems: 3, if: { maxItems: 3 }, then: { items: { type: "string" } } },
  });
  expect(fields("Disc")).toMatchObject({ content: { format: "byte" } });
});

test("schemas and keywords have positions, and messages those of their operation or body", () => {
  const { properties } = schemas.$defs["Book"] ?? {};
  expect(schemas.$defs["Name"]).toMatchObject({
    "x-position": positionOf("Name extends"),
    "x-keyword-positions": {
      maxLength: positionOf("@maxLength(9)"),
      pattern: positionOf("@pattern("),
    },
  });
  expect(properties?.["title"]).toMatchObject({
    "x-keyword-positions": { minLength: positionOf("@minLength(2)") },
  });
  expect(properties?.["since"]).toMatchObject({
    "x-keyword-positions": { atMost: positionOf('@atMost("until")') },
  });
  const positions = Object.entries(schemas.messages).map(([name, schema]) => [
    name,
    schema["x-position"],
  ]);
  expect(Object.fromEntries(positions)).toEqual({
    "request keep": positionOf("keep(@path"),
    "response keep 200": positionOf("Media { book"),
    "refusal 404": positionOf("Missing {"),
  });
});

test("each message is valid JSON Schema 2020-12, and every reference resolves", () => {
  const ajv = new Ajv2020({ strict: false, formats: { uri: true, byte: true } });
  const id = "messages.json";
  ajv.addSchema({ ...schemas, $id: id });
  for (const name of Object.keys(schemas.messages)) {
    expect(ajv.validateSchema(schemas.messages[name] ?? {}), name).toBe(true);
    expect(ajv.compile({ $ref: `${id}#/messages/${encodeURIComponent(name)}` })).toBeTypeOf(
      "function",
    );
  }
});

test("schemas have no descriptions and no extensions that only documents need", () => {
  const keywords = new Set<string>();
  const visit = (schema: Schema): Schema => {
    for (const keyword of Object.keys(schema)) keywords.add(keyword);
    return mapSubschemas(schema, visit);
  };
  for (const message of [...Object.values(schemas.messages), ...Object.values(schemas.$defs)])
    visit(message);
  expect([...keywords].filter((keyword) => keyword.startsWith("x-")).sort()).toEqual([
    "x-keyword-positions",
    "x-pattern-reason",
    "x-position",
  ]);
  expect(keywords).not.toContain("description");
  // A field may have the name of a keyword.
  const title = schemas.$defs["Book"]?.properties?.["title"];
  expect(isSchema(title) && title.$ref).toBe("#/$defs/Name");
});

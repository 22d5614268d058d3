import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { upgradeFromThreeToThreeOne } from "@scalar/openapi-upgrader/3.0-to-3.1";
import { afterAll, expect, test } from "vitest";
import type {
  OpenApiDocument,
  Operation,
  SampleRequest,
  SampleResponse,
  Schema,
} from "@contract-toolkit/contract";
import { full } from "../../../server/gateway/testing/long-test.ts";
import type { Suite } from "../../../conformance/index.ts";
import {
  resolvedRequestSchema,
  responseSchemaOf,
} from "@contract-toolkit/schemas/message-schemas/resolved-schemas";
import { operationsById } from "@contract-toolkit/schemas/documents/operations";
import { accepts } from "@contract-toolkit/schemas/second-validator/oracle";
import { generateInto, librarySpec } from "../../../conformance/testing/generated.ts";
import { suiteIn } from "../../../conformance/testing/suites.ts";
import { corpus, entryOf } from "../../generate/testing/specs/corpus.ts";

const specifications = [
  ...corpus,
  { entry: entryOf("shapes"), services: ["shapes"] },
  { entry: entryOf("noticeboard"), services: ["noticeboard"] },
  { entry: librarySpec, services: ["catalogue", "loans"] },
];
const fixtures = specifications.map(async ({ entry, services }) => {
  const { folder } = await generateInto(entry);
  return services.map((service) => join(folder, service));
});
const own = ["gateway", "sandbox", "merchant"].map((name) => `generated/${name}`);
const folders = [...own, ...(await Promise.all(fixtures)).flat()];

/** Deriving the messages of the largest contract takes ten seconds of the processor. */
const LIMIT_MS = 300_000;

const judged = { accepted: 0, refused: 0 };

afterAll(() => {
  const { accepted, refused } = judged;
  console.log(
    `OpenAPI 3.0 and 3.1: the same verdict on ${accepted} valid and ${refused} invalid messages`,
  );
});

test.each(folders.map((folder) => ({ folder, name: basename(folder) })))(
  "both documents of $name accept the same messages",
  async ({ folder }) => {
    const suite = await suiteIn(folder);
    // A program of others reads 3.0: what is nullable, exclusive and encoded.
    const upgraded: unknown = upgradeFromThreeToThreeOne(
      await readDocument(folder, "openapi.json"),
    );
    const schemas = [
      schemasOf(upgraded as OpenApiDocument),
      schemasOf(await readDocument(folder, "openapi-3.1.json")),
    ];
    const messages = messagesOf(suite).filter((_, index) => full || index % 4 === 0);
    const disagreements = messages.flatMap((message) => {
      const verdicts = schemas.map((schemaOf) => verdictOf(schemaOf(message), message));
      judged[verdicts[0] === true ? "accepted" : "refused"] += 1;
      return verdicts[0] === verdicts[1] ? [] : [`${message.id}: ${verdicts.join(", ")}`];
    });
    expect(disagreements).toEqual([]);
  },
  LIMIT_MS,
);

test("many messages are judged", () => {
  expect(judged.accepted).toBeGreaterThan(1000);
  expect(judged.refused).toBeGreaterThan(1000);
});

/** A message of a contract. Requests have no status. */
interface Message {
  readonly id: string;
  readonly operation: Operation;
  readonly status?: number;
  readonly contentType: string | undefined;
  readonly value: object;
}

/** The requests and responses of samples, and those at the boundaries of each constraint. An ordinary run judges one in four. */
function messagesOf({ cases, responses, derived, constraints }: Suite): Message[] {
  const requestOf = (id: string, operation: Operation, value: SampleRequest): Message => ({
    id,
    operation,
    contentType: value.contentType,
    value,
  });
  const responseOf = (id: string, operation: Operation, value: SampleResponse): Message => ({
    id,
    operation,
    status: value.status,
    contentType: value.contentType,
    value,
  });
  return [
    ...[...cases, ...responses, ...derived("client").cases].flatMap(
      ({ id, operation, request, response }) => [
        requestOf(id, operation, request),
        responseOf(id, operation, response),
      ],
    ),
    ...constraints().cases.map(({ id, operation, message }) =>
      "status" in message ? responseOf(id, operation, message) : requestOf(id, operation, message),
    ),
  ];
}

/** The schema of a message in a document, made once; undefined if it documents none. */
function schemasOf(document: OpenApiDocument): (message: Message) => Schema | undefined {
  const known = new Map<string, Schema | undefined>();
  return ({ operation, status, contentType }) => {
    const key = [operation.id, status, contentType].join(" ");
    if (known.has(key)) return known.get(key);
    const documented = operationsById(document).get(operation.id);
    const schema =
      status === undefined
        ? documented && resolvedRequestSchema(document, documented, contentType)
        : responseSchemaOf(document, operation.id, status, contentType);
    known.set(key, schema);
    return schema;
  };
}

function verdictOf(schema: Schema | undefined, { value }: Message): boolean | "undocumented" {
  return schema === undefined ? "undocumented" : accepts(schema, value);
}

async function readDocument(folder: string, file: string): Promise<OpenApiDocument> {
  return JSON.parse(await readFile(join(folder, file), "utf8")) as OpenApiDocument;
}

import { expect, test } from "vitest";
import type { OpenApiDocument } from "@contract-toolkit/contract";
import { createGatewayReference } from "../../server/gateway/http/reference-pages.ts";
import { operationsIn } from "../../server/reference/served-document.ts";
import { typecheck } from "../../conformance/testing/compile.ts";

const reference = await createGatewayReference(true, "http://127.0.0.1:3000");

test.each([
  ["gateway", 'import { createClient } from "payment-gateway-client";'],
  ["sandbox", 'import { createContractClient } from "@contract-toolkit/client";'],
])("the client's code in the reference of %s compiles", (name, start) => {
  const document = JSON.parse(reference.get(`${name}.json`)?.text ?? "") as OpenApiDocument;
  const codes = operationsIn({ ...document, webhooks: {} }).map((operation) => {
    const [code = { source: "" }] = operation["x-codeSamples"] as { source: string }[];
    return [`${operation.operationId}.ts`, `${code.source}\ndeclare const token: string;`];
  });
  for (const [, code] of codes) expect(code?.startsWith(start)).toBe(true);
  expect(typecheck(Object.fromEntries(codes) as Record<string, string>)).toEqual([]);
});

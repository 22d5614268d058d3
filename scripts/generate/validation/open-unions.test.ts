import { expect, test } from "vitest";
import { compileSpec } from "../compile.ts";
import { readServices } from "../service-model/read-services.ts";
import { specify } from "../testing/specification.ts";
import { clientSchemas, serverSchemas } from "./compiled-schemas.ts";
import { messageSchemas } from "./message-schemas.ts";
import { createValidatorCompiler } from "./validators.ts";

await using specification =
  await specify(`@discriminator("kind") model Pet { kind: string; name: string; }
model Dog extends Pet { kind: "dog"; bark: int32; }
model Cat extends Pet { kind: "cat"; meow?: string; }
model Visit { by: "train"; from: string; }
@discriminated(#{ envelope: "none", discriminatorPropertyName: "by" }) union Travel { train: Visit }
op read(): { pet: Pet; list: Pet[]; travel?: Travel };`);
const [service] = await readServices(await compileSpec(specification.entry));
if (!service) throw new Error("there is no service");
const messages = messageSchemas(service);
const client = createValidatorCompiler(clientSchemas(messages)).getSchema("read.200");
const server = createValidatorCompiler(serverSchemas(messages)).getSchema("read.200");

const dog = { kind: "dog", name: "a", bark: 1 };

test.each([
  ["a documented variant", dog, true, true],
  ["a variant of a newer server", { kind: "cow", horns: 2 }, true, false],
  ["an object without a discriminator", { name: "a" }, true, false],
  [
    "a documented variant that breaks its rules",
    { kind: "dog", name: "a", bark: "x" },
    false,
    false,
  ],
  ["a text", "dog", false, false],
])("%s in a response is judged by client and server", (_, pet, byClient, byServer) => {
  for (const body of [
    { pet, list: [] },
    { pet: dog, list: [pet] },
  ]) {
    const message = { headers: {}, body };
    expect([client?.(message), server?.(message)]).toEqual([byClient, byServer]);
  }
  const others = { pet: dog, list: [], travel: { by: "boat" } };
  const message = { headers: {}, body: others };
  expect([client?.(message), server?.(message)]).toEqual([true, false]);
});

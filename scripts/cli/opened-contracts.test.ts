import { existsSync } from "node:fs";
import { loadContracts } from "@contract-toolkit/mock/load";
import { startMock } from "@contract-toolkit/mock/server";
import { expect, test } from "vitest";
import { openReferenceServer } from "./docs/serve.ts";
import { openContracts } from "./opened-contracts.ts";
import { folderWith } from "./testing/folder.ts";

const document = `
openapi: 3.0.3
info: { title: Pets, version: 1.0.0 }
paths:
  /pets/{id}:
    get:
      operationId: getPet
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses:
        "200":
          description: A pet.
          content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } }
components:
  schemas:
    Pet: { type: object, required: [name], properties: { name: { type: string, minLength: 1 } } }
`;

test("a document is served by the mock and the reference", async () => {
  await using written = await folderWith({ "pets.yaml": document });
  const file = written.of("pets.yaml");
  let folder = "";
  {
    await using contracts = await openContracts([file, "generated/merchant"]);
    expect(contracts.unreadable).toEqual([]);
    const [made = "", ...others] = contracts.folders;
    expect(others).toEqual(["generated/merchant"]);
    folder = made;

    await using mock = disposable(await startMock({ suites: await loadContracts([made]) }));
    const pet = await fetch(new URL("/pets/1", mock.url));
    expect(await pet.json()).toEqual({ name: "text" });

    const options = { host: "127.0.0.1", port: 0 };
    await using reference = disposable(await openReferenceServer([made], undefined, options));
    const at = (line: number) => expect.stringContaining(`\`${file}:${line}\``) as string;
    expect(await (await fetch(new URL("pets.json", reference.url))).json()).toMatchObject({
      info: { title: "Pets" },
      paths: { "/pets/{id}": { get: { description: at(7) } } },
      components: { schemas: { Pet: { properties: { name: { description: at(15) } } } } },
    });
  }
  expect(existsSync(folder)).toBe(false);
});

function disposable<Server extends { readonly close: () => Promise<unknown> }>(server: Server) {
  return { ...server, [Symbol.asyncDispose]: async () => void (await server.close()) };
}

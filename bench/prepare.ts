import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeModuleFolder } from "../server/skeleton/testing/module-folder.ts";
import { writeFolder } from "../scripts/output/write.ts";
import { compileSpec } from "../scripts/generate/compile.ts";
import { generateFrom } from "../scripts/generate/index.ts";
import { readServices } from "../scripts/generate/service.ts";
import { serverSchemas } from "../scripts/generate/validation/compiled-schemas.ts";
import { messageSchemas } from "../scripts/generate/validation/message-schemas.ts";
import type { Prepared, Route } from "./contender.ts";
import { specificationOf } from "./specification.ts";

/** Prepares a specification of `count` operations in `folder`, in the form that each contender takes. */
export async function prepare(folder: string, count: number): Promise<void> {
  const entry = join(folder, "spec", "main.tsp");
  await mkdir(join(folder, "spec"), { recursive: true });
  await writeFile(entry, specificationOf(count));
  await makeModuleFolder(folder);

  const spec = await compileSpec(entry);
  const services = await readServices(spec);
  const { files } = await generateFrom(spec, services);
  await writeFolder(join(folder, "generated"), files);
  const service = services.find(({ name }) => name === "gateway");
  if (!service) throw new Error("The specification has no gateway service.");
  const { messages, components } = serverSchemas(messageSchemas(service));
  const prepared: Prepared = {
    "routes.json": service.operations.map(({ operation }) => ({
      id: operation.id,
      method: operation.method as Route["method"],
      path: operation.path.replaceAll(/\{([^}]+)\}/g, ":$1"),
    })),
    "schemas.json": {
      messages: Object.fromEntries(messages),
      components: Object.fromEntries(components),
    },
  };
  for (const [name, value] of Object.entries(prepared))
    await writeFile(join(folder, name), JSON.stringify(value));
}

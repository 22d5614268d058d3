import type { Files } from "@contract-toolkit/diff/read/files";
import { readGeneratedContract } from "@contract-toolkit/diff/read/generated";
import type { Input } from "@contract-toolkit/diff/read/input";
import type { Specification } from "@contract-toolkit/generate";
import { eventsModule } from "@contract-toolkit/generate/modules/events";
import { publishedSchemas } from "@contract-toolkit/generate/openapi/published";
import { messagesOf } from "@contract-toolkit/generate/validation/service-schemas";

/** The contracts of a specification in the form that `contract diff` compares, without writing generated files. */
export async function contractsOf(name: string, { spec, services }: Specification): Promise<Input> {
  const contracts = services.map(async (service) => {
    const events = eventsModule(spec, service);
    const texts = new Map([
      ["openapi.json", JSON.stringify(publishedSchemas(service))],
      ["messages.json", JSON.stringify(messagesOf(service))],
      ...(events === undefined ? [] : ([["events.ts", events]] as const)),
    ]);
    return [
      service.name,
      await readGeneratedContract(inMemory(service.name, texts), service.name),
    ] as const;
  });
  return { name, contracts: new Map(await Promise.all(contracts)) };
}

function inMemory(folder: string, texts: ReadonlyMap<string, string>): Files {
  const nameOf = (path: string) => path.slice(folder.length + 1);
  return {
    kindOf: (path) => Promise.resolve(texts.has(nameOf(path)) ? "file" : undefined),
    read: (path) => Promise.resolve(texts.get(nameOf(path))),
    foldersIn: () => Promise.resolve([]),
  };
}

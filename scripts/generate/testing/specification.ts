import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { generate, readSpecification, type GeneratedFiles } from "../index.ts";
import { compilerOf } from "../validation/service-schemas.ts";

const root = resolve(import.meta.dirname, "../../..");

/** A specification in a temporary folder, which is removed at the end of its scope. */
export interface Specification extends AsyncDisposable {
  readonly entry: string;
}

/**
 * Writes a specification of one service that uses the libraries of HTTP and XML and this project's library.
 *
 * @param body declarations in the service's namespace
 */
export async function specify(body: string): Promise<Specification> {
  const folder = await mkdtemp(join(tmpdir(), "specification-"));
  const entry = join(folder, "main.tsp");
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  await writeFile(entry, `${head}${body}`);
  return { entry, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

const head = `import "@typespec/http"; import "@typespec/xml";
import "${join(root, "spec/library/main.tsp")}";
using Http;
using Contract;
@service(#{ title: "Shelf" })
namespace Shelf;
`;

/** Generates everything from a specification of one service with these declarations. */
export async function generatedFrom(body: string): Promise<GeneratedFiles> {
  await using specification = await specify(body);
  return await generate(specification.entry);
}

/** Judges messages of a specification of one service with these declarations, as its generated validators do. */
export async function judgeOf(body: string): Promise<Judge> {
  await using specification = await specify(body);
  const { services } = await readSpecification(specification.entry);
  const [service] = services;
  if (!service) throw new Error("there is no service");
  const compiler = compilerOf(service);
  return (message, parts) => {
    const validate = compiler.getSchema(message);
    if (!validate) throw new Error(`there is no message ${message}`);
    return validate({ path: {}, query: {}, headers: {}, ...structuredClone(parts) }) === true;
  };
}

/** @param message `<operationId>.request` or `<operationId>.<status>` */
type Judge = (message: string, parts: Readonly<Record<string, unknown>>) => boolean;

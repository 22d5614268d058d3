import { readdir } from "node:fs/promises";
import { parse, SyntaxKind, visitChildren, type Node } from "@typespec/compiler/ast";
import { folderOfService, typeNameOf } from "@contract-toolkit/generate/modules/names";
import { convert } from "@contract-toolkit/import/convert";
import { readImportedDocument } from "@contract-toolkit/import/read-document";
import { readDocumentText } from "@contract-toolkit/schemas/documents/read-text";
import { UsageError } from "@contract-toolkit/schemas/usage-error";
import { typeSpecFiles } from "../new/from-specification.ts";

/** The specification that a project begins with. */
interface FirstSpecification {
  /** Its TypeSpec files by path in `spec`. */
  readonly files: ReadonlyMap<string, string>;
  /** The command that writes them. Without one, they are written as they are. */
  readonly command?: readonly string[];
}

/**
 * The specification in `spec`; if there is none, that of a file, or an example.
 *
 * @param name of the package
 * @param from an OpenAPI document or a TypeSpec file
 * @throws {UsageError} when `spec` has something else already
 */
export async function firstSpecification(
  name: string,
  from: string | undefined,
): Promise<FirstSpecification> {
  const found: string[] = await readdir("spec").catch(() => []);
  if (from !== undefined && found.length > 0)
    throw new UsageError("The folder spec is not empty. Leave out --from, or empty it.");
  if (found.includes("main.tsp")) return { files: await typeSpecFiles("spec/main.tsp") };
  if (from === undefined) return { files: new Map([["main.tsp", exampleFor(name)]]) };
  if (from.endsWith(".tsp")) return { files: await typeSpecFiles(from) };
  const document = await readImportedDocument(from, await readDocumentText(from), false);
  return {
    files: new Map(Object.entries(convert(document, from).files)),
    command: ["npx", "contract", "import", from, "--out", "spec", "--lossy"],
  };
}

/**
 * The folders of the services in TypeSpec files.
 *
 * @throws {UsageError} when there is none
 */
export function servicesIn(files: FirstSpecification["files"]): string[] {
  const found = new Set<string>();
  const visit = (node: Node): void => {
    if (node.kind === SyntaxKind.NamespaceStatement && node.decorators.some(isService))
      found.add(folderOfService(node.id.sv));
    visitChildren(node, visit);
  };
  for (const [path, text] of files) if (path.endsWith(".tsp")) visit(parse(text));
  if (found.size === 0)
    throw new UsageError(
      "The specification has no namespace with @service. Add one, and run contract init again.",
    );
  return [...found].sort();
}

function isService({ target }: { readonly target: Node }): boolean {
  return target.kind === SyntaxKind.Identifier && target.sv === "service";
}

/** A specification with one operation that no application has. */
function exampleFor(name: string): string {
  const namespace = typeNameOf(name.replace(/^@[^/]*\//, "")).replace(/^(?=\d|_?$)/, "Api");
  return `import "@typespec/http";

using Http;

/** Describe your routes here. What is not described passes unchanged. */
@service(#{ title: "${namespace}" })
namespace ${namespace};

/** An example, to be replaced. */
@route("/example/{name}")
@get
op readExample(@path @maxLength(40) name: string): {
  text: string;
};
`;
}

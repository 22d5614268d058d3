/** Rules about names: those of schemas and operations become names of TypeSpec, of files and of types. */
import { isObject, pointerStep } from "@contract-toolkit/kernel";
import type { Mend, Node, Rule } from "./mend.ts";
import { everyObject } from "./references.ts";

/** An operation id becomes the name of a method, of a handler and of cases. */
export const operationId: Rule = (schema, document) => {
  const { operationId: id, responses } = schema;
  if (typeof id !== "string" || responses === undefined || /^[A-Za-z_][\w.-]*$/.test(id))
    return undefined;
  const letters = id.replaceAll(/[^\w.-]+/g, "-").replace(/^[^A-Za-z_]+/, "");
  schema["operationId"] = freeName(letters === "" ? "operation" : letters, operationIds(document));
  return `operation id ${id}: it is now ${String(schema["operationId"])}`;
};

function operationIds({ paths }: Node): string[] {
  const items = Object.values(isObject(paths) ? paths : {}).filter(isObject);
  return items.flatMap((item) =>
    Object.values(item).flatMap((each) => (isObject(each) ? [String(each["operationId"])] : [])),
  );
}

/** A dot makes a namespace in TypeSpec, which can have no name that a model has. */
export function mendNames(document: Node): Mend[] {
  const components = document["components"];
  const schemas = isObject(components) ? components["schemas"] : undefined;
  if (!isObject(components) || !isObject(schemas)) return [];
  const names = Object.keys(schemas);
  const isNamespace = (name: string) => names.some((each) => each.startsWith(`${name}.`));
  if (!names.some(isNamespace)) return [];
  const renamed = new Map<string, string>();
  for (const name of names.filter((each) => each.includes(".")))
    renamed.set(name, freeName(name.replaceAll(".", "_"), names));
  components["schemas"] = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [renamed.get(name) ?? name, schema]),
  );
  redirect(document, renamed);
  return [...renamed].map(([name, other]) => ({
    pointer: `#/components/schemas/${pointerStep(name)}`,
    what: `name with dots, beside one that it begins with: it is now ${other}`,
  }));
}

function redirect(document: Node, renamed: ReadonlyMap<string, string>): void {
  everyObject(document, (node) => {
    const [, name = ""] = /^#\/components\/schemas\/(.+)$/.exec(String(node["$ref"])) ?? [];
    const other = renamed.get(name);
    if (other !== undefined) node["$ref"] = `#/components/schemas/${other}`;
  });
}

function freeName(name: string, taken: readonly string[]): string {
  return taken.includes(name) ? freeName(`${name}_`, taken) : name;
}

import {
  navigateProgram,
  type CompilerHost,
  type Model,
  type Program,
  type Type,
} from "@typespec/compiler";
import { specFault } from "./spec-fault.ts";

/** More than people write in one place; each is an object of its own in every document and every validator. */
const mostParts = 500;

/**
 * A host whose compiler asks `refuse` of each program before the libraries of the specification go through its types: they
 * unfold unions at every use, so that few lines may take them for ever.
 */
export function askingFirst(host: CompilerHost, refuse: (program: Program) => void): CompilerHost {
  // Validators run in the order in which their modules are read, and the compiler reads one of its own first.
  let isFirst = true;
  return {
    ...host,
    async getJsImport(path) {
      const asked = isFirst;
      isFirst = false;
      const module = await host.getJsImport(path);
      return asked ? { ...module, $onValidate: refuse } : module;
    },
  };
}

/** What is refused: lists of themselves, and the type that unfolds to too many parts. File, line, column, and what to write. */
export function unfoldedTypes(program: Program): string[] {
  const counts = new Map<Type, number>();
  const partsOf = (type: Type): number => {
    const known = counts.get(type);
    if (known !== undefined) return known;
    // What leads to itself is a part of what it is in.
    counts.set(type, 0);
    const count = insideOf(type).reduce((sum, each) => sum + 1 + partsOf(each), 0);
    counts.set(type, count);
    return count;
  };
  const found: [type: Type, count: number][] = [];
  const endless: string[] = [];
  navigateProgram(program, {
    model: (model) => {
      const fields = [...model.properties.values()];
      found.push([model, fields.reduce((sum, { type }) => sum + partsOf(type), 0)]);
      if (isListOfItself(model)) endless.push(specFault(model, "list-of-itself", endlessAdvice));
    },
    union: (union) => {
      found.push([union, partsOf(union)]);
    },
  });
  // The smallest of them is the nearest to where there begin to be too many.
  const [smallest] = found
    .filter(([, count]) => count > mostParts)
    .toSorted(([, one], [, other]) => one - other);
  return [...endless, ...(smallest ? [specFault(smallest[0], "too-many-parts", partsAdvice)] : [])];
}

const partsAdvice = `this expands to more than ${mostParts} objects and variants. Name the models in it that have no name, or give its unions fewer variants.`;

const endlessAdvice =
  "this is a list or a map that contains only itself. Give it a model or a union as its item.";

function isListOfItself(model: Model): boolean {
  const passed = new Set<Type>();
  for (let each: Type | undefined = model; each?.kind === "Model"; each = each.indexer?.value) {
    if (passed.has(each)) return true;
    passed.add(each);
  }
  return false;
}

/** The objects and variants that are written out wherever a type is used. */
function insideOf(type: Type): Type[] {
  if (type.kind === "Union")
    return [...type.variants.values()]
      .map((variant) => variant.type)
      .filter(({ kind }) => kind === "Model" || kind === "Union");
  if (type.kind === "Model" && type.indexer) return [type.indexer.value].filter(isWrittenOut);
  if (!isWrittenOut(type) || type.kind !== "Model") return [];
  return [...type.properties.values()].map((property) => property.type).filter(isWrittenOut);
}

function isWrittenOut(type: Type): boolean {
  return (
    type.kind === "Union" || (type.kind === "Model" && (type.name === "" || Boolean(type.indexer)))
  );
}

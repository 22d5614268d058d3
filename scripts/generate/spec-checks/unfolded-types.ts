import {
  navigateProgram,
  type CompilerHost,
  type Model,
  type Program,
  type Type,
  type Diagnostic,
} from "@typespec/compiler";
import { specFault } from "./spec-fault.ts";

/** More than people write in one place. Each part becomes a separate schema in every document and validator. */
const mostParts = 500;

/**
 * Returns a host with which the compiler calls `refuse` before the specification's libraries visit its types. Libraries
 * expand unions at every use, so a few lines may take them forever.
 */
export function askingFirst(host: CompilerHost, refuse: (program: Program) => void): CompilerHost {
  // $onValidate functions run in the sequence of their modules, and the compiler loads its own first.
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

/** Faults of lists that contain only themselves, and of the smallest type that expands to too many parts. */
export function unfoldedTypes(program: Program): Diagnostic[] {
  const counts = new Map<Type, number>();
  const partsOf = (type: Type): number => {
    const known = counts.get(type);
    if (known !== undefined) return known;
    // A recursive type counts once.
    counts.set(type, 0);
    const count = listInnerTypes(type).reduce((sum, type) => sum + 1 + partsOf(type), 0);
    counts.set(type, count);
    return count;
  };
  const found: [type: Type, count: number][] = [];
  const endless: Diagnostic[] = [];
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
  // The smallest type is nearest to the cause.
  const [smallest] = found
    .filter(([, count]) => count > mostParts)
    .toSorted(([, left], [, right]) => left - right);
  return [...endless, ...(smallest ? [specFault(smallest[0], "too-many-parts", partsAdvice)] : [])];
}

const partsAdvice = `this expands to more than ${mostParts} objects and variants. Name the models in it that have no name, or give its unions fewer variants.`;

const endlessAdvice =
  "this is a list or a map that contains only itself. Give it a model or a union as its item.";

function isListOfItself(model: Model): boolean {
  const passed = new Set<Type>();
  for (let type: Type | undefined = model; type?.kind === "Model"; type = type.indexer?.value) {
    if (passed.has(type)) return true;
    passed.add(type);
  }
  return false;
}

/** The unnamed objects and variants, which are repeated wherever a type is used. */
function listInnerTypes(type: Type): Type[] {
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

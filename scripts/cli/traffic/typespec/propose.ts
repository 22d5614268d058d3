import { isDeepStrictEqual } from "node:util";
import {
  createSourceFile,
  formatTypeSpec,
  getSourceLocation,
  NodeHost,
  type CompilerHost,
  type ModelProperty,
  type Operation,
  type Program,
  type SourceFile,
  type Type,
} from "@typespec/compiler";
import type { RecordedSample } from "@contract-toolkit/conformance/internal";
import {
  isObject,
  pointerNames,
  type Sample,
  type SampleRequest,
  type SampleResponse,
} from "@contract-toolkit/contract";
import { readSpecification } from "@contract-toolkit/generate";
import { fittingSamples, sampleViolations } from "@contract-toolkit/generate/samples/violations";
import { SpecError } from "@contract-toolkit/generate/spec-error";
import { propertiesByName } from "./write-value.ts";
import { writeSample, type SpecifiedOperation } from "./write-sample.ts";

/** Changes of the TypeSpec that add recorded samples. */
export interface Proposal {
  /** The new texts of files, by their absolute paths. */
  readonly files: ReadonlyMap<string, string>;
  /** File and line of the operation of each sample. */
  readonly proposed: readonly { readonly sample: RecordedSample; readonly at: string }[];
  readonly leftOut: readonly { readonly sample: RecordedSample; readonly reason: string }[];
}

/**
 * Proposes samples for the operations of a specification, and markers for their properties. Each proposed sample compiles, and reads back as it was recorded.
 *
 * @param entry TypeSpec file
 * @param contract name of the contract
 */
export async function proposeSamples(
  entry: string,
  contract: string,
  samples: readonly RecordedSample[],
): Promise<Proposal> {
  const { spec, services } = await readSpecification(entry);
  const service = services.find(({ name }) => name === contract) ?? services.at(-1);
  const leftOut: Proposal["leftOut"][number][] = [];
  const candidates: Candidate[] = [];
  for (const sample of samples) {
    const operation = service?.operations.find((known) => known.operation.id === sample.operation);
    const text = operation && writeSample(spec.program, operation, sample);
    if (!operation || text === undefined)
      leftOut.push({ sample, reason: "a value has no literal of its type" });
    else candidates.push({ sample, operation, edit: await decoratorEdit(operation.written, text) });
  }
  const accepted = await acceptedOf(entry, contract, candidates, ({ sample }, reason) => {
    leftOut.push({ sample, reason });
  });
  const markers = accepted.flatMap((candidate) => markersOf(spec.program, candidate));
  const edits = [
    ...accepted.map(({ edit }) => edit),
    ...new Map(markers.map((edit) => [`${edit.file.path} ${edit.pos}`, edit])).values(),
  ];
  return {
    files: applyEdits(edits),
    proposed: accepted.map(({ sample, operation: { operation } }) => ({
      sample,
      at: `${operation.source.file}:${operation.source.line}`,
    })),
    leftOut,
  };
}

interface Candidate {
  readonly sample: RecordedSample;
  readonly operation: SpecifiedOperation;
  readonly edit: Edit;
  readonly read?: Sample;
}

/** A text that is inserted. */
interface Edit {
  readonly file: SourceFile;
  readonly pos: number;
  readonly text: string;
}

/** An insertion before the decorators of a declaration, after its comment. */
function insertionBefore(type: Operation | ModelProperty): Omit<Edit, "text"> {
  const { file, pos: start } = getSourceLocation(type);
  const after = type.node?.docs?.at(-1)?.end ?? start;
  return { file, pos: after + (/^\s*/.exec(file.text.slice(after))?.[0].length ?? 0) };
}

async function decoratorEdit(operation: Operation, text: string): Promise<Edit> {
  const at = insertionBefore(operation);
  const line = at.file.text.slice(0, at.pos).split("\n").at(-1) ?? "";
  const formatted = await formatTypeSpec(`${text}\nop example(): void;`);
  const lines = formatted.slice(0, formatted.lastIndexOf("op example")).trimEnd().split("\n");
  return { ...at, text: `${lines.join(`\n${line}`)}\n${line}` };
}

/** Candidates that compile together and read back as they were recorded. Those that do not are found by halves. */
async function acceptedOf(
  entry: string,
  contract: string,
  part: readonly Candidate[],
  onFailure: (candidate: Candidate, reason: string) => void,
): Promise<readonly Candidate[]> {
  if (part.length === 0) return [];
  const result = await readBack(entry, contract, part);
  if (typeof result !== "string") return result;
  const [first, second] = part;
  if (first && !second) {
    onFailure(first, result);
    return [];
  }
  const middle = Math.ceil(part.length / 2);
  return [
    ...(await acceptedOf(entry, contract, part.slice(0, middle), onFailure)),
    ...(await acceptedOf(entry, contract, part.slice(middle), onFailure)),
  ];
}

/** The candidates with their samples as they are read from the changed specification, or why they cannot be read. */
async function readBack(
  entry: string,
  contract: string,
  part: readonly Candidate[],
): Promise<readonly Candidate[] | string> {
  const files = applyEdits(part.map(({ edit }) => edit));
  try {
    const { spec, services } = await readSpecification(entry, { host: hostWith(files) });
    const service = services.find(({ name }) => name === contract) ?? services.at(-1);
    const [violation] = service ? sampleViolations(spec, [service]) : [];
    if (!service || violation !== undefined) return violation ?? "the service is missing";
    const samples = fittingSamples(spec, service);
    const found = part.map((candidate) => {
      const { operation, name, request, response } = candidate.sample;
      const read = samples.find((sample) => sample.operation === operation && sample.name === name);
      const isSame =
        read !== undefined &&
        isDeepStrictEqual(plain(read.request), plain(request)) &&
        isDeepStrictEqual(plain(read.response), plain(response));
      return isSame ? { ...candidate, read } : undefined;
    });
    const whole = found.flatMap((candidate) => candidate ?? []);
    return whole.length === part.length ? whole : "TypeSpec has another form of its values";
  } catch (error) {
    if (error instanceof SpecError) return error.message.split("\n")[0] ?? "";
    throw error;
  }
}

/** A message without members that are undefined or empty. */
function plain(message: SampleRequest | SampleResponse): unknown {
  const members = Object.entries(message).filter(
    ([name, part]) => name === "body" || !isObject(part) || Object.keys(part).length > 0,
  );
  return JSON.parse(JSON.stringify(Object.fromEntries(members))) as unknown;
}

/** Markers for the fresh and generated values of a sample whose properties have none. */
function markersOf(program: Program, { sample, read, operation }: Candidate): Edit[] {
  if (!program.getGlobalNamespaceType().namespaces.has("Contract")) return [];
  const { responses, parameters } = operation.http;
  const content = responses.find(({ statusCodes }) => statusCodes === sample.response.status)
    ?.responses[0];
  const missing = (
    kind: "fresh" | "generated",
    known: readonly string[],
    pointers: readonly string[],
    type?: Type,
  ) =>
    pointers.flatMap((pointer) => {
      const property = known.includes(pointer)
        ? undefined
        : propertyAt(program, type, pointerNames(pointer).slice(1));
      return property ? [{ ...insertionBefore(property), text: `@Contract.${kind} ` }] : [];
    });
  const knownFresh = read?.fresh.map(({ pointer }) => pointer) ?? [];
  const fresh = sample.fresh
    .map(({ pointer }) => pointer)
    .filter((pointer) => pointer.startsWith("/body/"));
  return [
    ...missing("generated", read?.generated ?? [], sample.generated, content?.body?.type),
    ...missing("fresh", knownFresh, fresh, parameters.body?.type),
  ];
}

/** The property of a place in a body; undefined if the place is not one, such as an item of a list. */
function propertyAt(
  program: Program,
  type: Type | undefined,
  names: readonly string[],
): ModelProperty | undefined {
  const [name = "", ...rest] = names;
  if (type?.kind === "Union")
    return [...type.variants.values()]
      .map((variant) => propertyAt(program, variant.type, names))
      .find((found) => found !== undefined);
  if (type?.kind !== "Model") return undefined;
  if (type.indexer?.key.name === "integer") return propertyAt(program, type.indexer.value, rest);
  const property = propertiesByName(program, type).get(name);
  return property && rest.length > 0 ? propertyAt(program, property.type, rest) : property;
}

function applyEdits(edits: readonly Edit[]): ReadonlyMap<string, string> {
  const groups = Map.groupBy(edits, ({ file }) => file.path);
  return new Map(
    [...groups].map(([path, own]) => {
      const text = own[0]?.file.text ?? "";
      const fromEnd = own.toReversed().toSorted((left, right) => right.pos - left.pos);
      return [
        path,
        fromEnd.reduce(
          (changed, { pos, text: inserted }) =>
            changed.slice(0, pos) + inserted + changed.slice(pos),
          text,
        ),
      ];
    }),
  );
}

function hostWith(files: ReadonlyMap<string, string>): CompilerHost {
  return {
    ...NodeHost,
    readFile(path) {
      const text = files.get(path);
      return text === undefined
        ? NodeHost.readFile(path)
        : Promise.resolve(createSourceFile(text, path));
    },
  };
}

import {
  getSourceLocation,
  navigateTypesInNamespace,
  type DecoratedType,
  type DecoratorApplication,
  type DiagnosticTarget,
  type Namespace,
  type Type,
} from "@typespec/compiler";
import { setExtension } from "@typespec/openapi";
import { relative } from "node:path";
import type { Spec } from "./compile.ts";
import { noteOfCopies } from "@contract-toolkit/typespec/program";
import type { SourcePosition } from "@contract-toolkit/contract";
import { comparisons } from "@contract-toolkit/contract/field-rules";

/** Extension that carries the source position of a type through the OpenAPI emitter. */
export const sourceExtension = "x-source";

/** Positions of one schema: of the type itself, and of the decorators that became its keywords. */
export interface Source extends SourcePosition {
  readonly keywords?: Readonly<Record<string, SourcePosition>>;
}

/** JSON Schema keywords by the function that implements their decorator. */
const keywordOfDecorator: Readonly<Record<string, string>> = {
  $minLength: "minLength",
  $maxLength: "maxLength",
  $minValue: "minimum",
  $maxValue: "maximum",
  $minValueExclusive: "exclusiveMinimum",
  $maxValueExclusive: "exclusiveMaximum",
  $minItems: "minItems",
  $maxItems: "maxItems",
  $pattern: "pattern",
  $format: "format",
  $info: "version",
  ...Object.fromEntries(comparisons.map(({ name }) => [`$${name}`, name])),
};

/** Marks every type of the services with its position, so that an emitted document says where each part comes from. */
export function markPositions(spec: Spec, services: readonly Namespace[]): void {
  const mark = (type: Type & DecoratedType) => {
    const source = findTypeSource(spec, type);
    if (source)
      noteOfCopies(type, (copy) => {
        setExtension(spec.program, copy, sourceExtension, source);
      });
  };
  for (const service of services) {
    mark(service);
    navigateTypesInNamespace(service, {
      model: mark,
      modelProperty: mark,
      scalar: mark,
      enum: mark,
      union: mark,
      operation: mark,
    });
  }
}

/** The source position of `target`; undefined if it is in no source file. */
export function findSourcePosition(
  spec: Spec,
  target: DiagnosticTarget,
): SourcePosition | undefined {
  const location = getSourceLocation(target);
  if (location.file.path === "") return undefined;
  const { line, character } = location.file.getLineAndCharacterOfPosition(location.pos);
  return {
    file: relative(spec.root, location.file.path),
    line: line + 1,
    column: character + 1,
  };
}

function findTypeSource(spec: Spec, type: Type & DecoratedType): Source | undefined {
  const position = findSourcePosition(spec, findNameNode(type));
  if (!position || position.file.includes("node_modules")) return undefined;
  const keywords: Record<string, SourcePosition> = {};
  if (isNamedUnion(type)) for (const keyword of ["enum", "anyOf"]) keywords[keyword] = position;
  for (const decorator of type.decorators) {
    const keyword = keywordOfDecorator[decoratorName(decorator)];
    const at = keyword && decorator.node ? findSourcePosition(spec, decorator.node) : undefined;
    if (keyword && at) keywords[keyword] = at;
  }
  return Object.keys(keywords).length > 0 ? { ...position, keywords } : position;
}

/** The keywords `enum` and `anyOf` of a named union belong to its declaration, not to its uses. */
function isNamedUnion(type: Type): boolean {
  return type.kind === "Enum" || (type.kind === "Union" && type.name !== undefined);
}

/** The name is a better position than the start of a declaration, where its first decorator is. */
function findNameNode(type: Type): DiagnosticTarget {
  return type.node && "id" in type.node ? type.node.id : type;
}

function decoratorName({ definition, decorator }: DecoratorApplication): string {
  return definition?.name.replace(/^@/, "$") ?? decorator.name;
}

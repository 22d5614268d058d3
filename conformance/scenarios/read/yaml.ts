import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Node } from "yaml";
import type { SourcePosition } from "@contract-toolkit/contract";
import { nearestName } from "@contract-toolkit/contract/spelling";
import { ConformanceError } from "../../errors.ts";

/** An error in a file, with its place. */
export class FileError extends ConformanceError {
  readonly source: SourcePosition;
  readonly reason: string;

  constructor(source: SourcePosition, reason: string) {
    super("invalid-file", `${source.file}:${source.line}: ${reason}`);
    this.source = source;
    this.reason = reason;
  }
}

/** A value in a YAML file with its position. Reading it as another type throws a FileError. */
export interface YamlValue {
  readonly source: SourcePosition;
  /** The values of a mapping by key. Other keys are refused. */
  fields<Key extends string>(
    required: readonly Key[],
    optional?: readonly Key[],
  ): Partial<Record<Key, YamlValue>>;
  /** The values of a mapping with any keys. */
  entries(): readonly (readonly [string, YamlValue])[];
  items(): readonly YamlValue[];
  text(): string;
  number(): number;
  /** The value as plain JSON. */
  json(): unknown;
  /** The same value with `change` applied to texts, numbers, lists and mappings. */
  map(change: (value: unknown) => unknown): YamlValue;
  fail(message: string): never;
}

/** @throws {FileError} when the text is not YAML */
export function parseYaml(file: string, text: string): YamlValue {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const positionOf = (offset: number): SourcePosition => {
    const { line, col } = lines.linePos(offset);
    return { file, line, column: col };
  };
  const [error] = document.errors;
  if (error) throw new FileError(positionOf(error.pos[0]), error.message);
  const contents = document.contents;
  if (!contents) throw new FileError(positionOf(0), "the file is empty");
  return yamlValueOf(contents, positionOf);
}

function yamlValueOf(
  node: Node,
  positionOf: (offset: number) => SourcePosition,
  change = (value: unknown): unknown => value,
): YamlValue {
  const source = positionOf(node.range?.[0] ?? 0);
  const fail = (message: string): never => {
    throw new FileError(source, message);
  };
  const located: YamlValue = {
    source,
    fail,
    json: () => change(node.toJSON()),
    map: (next) => yamlValueOf(node, positionOf, (value) => next(change(value))),
    entries() {
      if (!isMap<Node, Node | null>(node)) return fail("a mapping is needed");
      return node.items.map(({ key, value }) => {
        const name = isScalar(key)
          ? String(change(String(key.value)))
          : fail("a key must be a text");
        return [name, yamlValueOf(value ?? key, positionOf, change)];
      });
    },
    items() {
      if (!isSeq<Node>(node)) return fail("a list is needed");
      return node.items.map((item) => yamlValueOf(item, positionOf, change));
    },
    text() {
      const value = isScalar(node) ? change(node.value) : undefined;
      return typeof value === "string" ? value : fail("a text is needed");
    },
    number() {
      const value = isScalar(node) ? change(node.value) : undefined;
      return typeof value === "number" ? value : fail("a number is needed");
    },
    fields<Key extends string>(required: readonly Key[], optional: readonly Key[] = []) {
      const found: Partial<Record<Key, YamlValue>> = {};
      for (const [name, value] of located.entries()) {
        const key = [...required, ...optional].find((requiredName) => requiredName === name);
        if (key === undefined)
          return value.fail(`unknown key "${name}"; ${meantOf(name, [...required, ...optional])}`);
        found[key] = value;
      }
      for (const key of required) if (!(key in found)) fail(`the key "${key}" is missing`);
      return found;
    },
  };
  return located;
}

export function readPointer(node: YamlValue): string {
  return checkPointer(node.text(), node);
}

/** A misspelt root would find no value, so `absent` would always hold. */
export function checkPointer(pointer: string, node: YamlValue): string {
  return /^\/(status|headers|body)(\/|$)/.test(pointer)
    ? pointer
    : node.fail(`"${pointer}" must start with /status, /headers or /body`);
}

/** The name that was probably meant, or all. */
export function meantOf(written: string, names: readonly string[]): string {
  const meant = nearestName(written, names);
  return meant === undefined
    ? `known are ${[...new Set(names)].join(", ")}`
    : `did you mean ${meant}?`;
}

import { isObject, isSchema, type MessageSchemas, type Schema } from "@contract-toolkit/contract";
import { createShapes, type Shape } from "@contract-toolkit/skeleton/documented-shapes";

/** Replaces the value of a `@secret` field. */
export const SECRET = "(secret)";

/** Replaces undocumented values. */
export const UNDOCUMENTED = "(not documented, not kept)";

/** A redacted value with its size. */
export interface Kept {
  readonly read: () => unknown;
  /** An estimate. */
  readonly bytes: number;
}

/**
 * Redacts the value of one part of a message.
 *
 * @param json text of a valid response. If its contract has no secrets, it is stored as it is, and read and masked only when it
 *   is shown, which makes requests faster
 */
export type KeepPart = (value: unknown, json?: string) => Kept;

/**
 * Makes functions that redact messages: only documented fields that are not `@secret` are stored, and texts are masked. A
 * remark replaces undocumented values, and values that do not have the shape of their field.
 */
export function createRedaction(
  { messages, $defs }: Pick<MessageSchemas, "messages" | "$defs">,
  mask: (text: string) => string,
): (message: string, part: string) => KeepPart {
  const tally = { bytes: 0 };

  const documentedShape = createShapes($defs);
  const shapes = new Map<Schema, KeptShape>();
  function findKeptShape(schema: Schema): KeptShape {
    const shape = shapes.get(schema) ?? describeKeptShape(documentedShape(schema));
    shapes.set(schema, shape);
    return shape;
  }

  function keep(value: unknown, shape: KeptShape | undefined): unknown {
    tally.bytes += NODE_BYTES;
    if (shape === undefined) return UNDOCUMENTED;
    if (shape.isSecret) return SECRET;
    if (typeof value === "string") return shape.isScalar ? redactText(value) : UNDOCUMENTED;
    if (typeof value === "number")
      return Math.abs(value) < LONG_NUMBER ? value : redactText(String(value));
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return shape.items ? redactList(value, shape.items) : UNDOCUMENTED;
    return shape.isObject && isPlainRecord(value) ? object(value, shape) : UNDOCUMENTED;
  }

  function redactText(value: string): string {
    const masked = mask(value.length > MAX_TEXT ? `${beginningOf(value, MAX_TEXT)}…` : value);
    tally.bytes += 2 * masked.length;
    return masked;
  }

  function redactList(values: readonly unknown[], items: Schema): unknown[] {
    const kept = values.slice(0, MAX_ITEMS).map((value) => keep(value, findKeptShape(items)));
    return values.length > MAX_ITEMS ? [...kept, `(${values.length - MAX_ITEMS} more)`] : kept;
  }

  function object(value: Readonly<Record<string, unknown>>, { fields, others }: KeptShape): object {
    const kept: Record<string, unknown> = {};
    let undocumented = 0;
    for (const name of Object.keys(value)) {
      const documented = fields.get(name) ?? others;
      if (!fields.has(name) && (undocumented += 1) > MAX_UNDOCUMENTED) continue;
      const shown = fields.has(name) ? name : shownName(name);
      tally.bytes += 2 * shown.length;
      const inside = keep(value[name], documented && findKeptShape(documented));
      // An assignment to this name would set the prototype.
      if (shown === "__proto__")
        Object.defineProperty(kept, shown, { value: inside, enumerable: true });
      else kept[shown] = inside;
    }
    return kept;
  }

  function rootOf(message: string, part: string): KeptShape | undefined {
    const whole = messages[message];
    const schema = whole && documentedShape(whole).fields.get(part);
    return schema && findKeptShape(schema);
  }

  /** Whether a shape, or one inside, is secret or undocumented. */
  function mayHide(shape: KeptShape, seen: Set<KeptShape> = new Set()): boolean {
    if (seen.has(shape)) return false;
    seen.add(shape);
    const { isSecret, isScalar, fields, others, items } = shape;
    const inside = [...fields.values(), others, items].filter((field) => field !== undefined);
    return (
      isSecret ||
      (!isScalar && inside.length === 0) ||
      inside.some((schema) => mayHide(findKeptShape(schema), seen))
    );
  }

  return (message, part) => {
    const shape = rootOf(message, part);
    const isPublic = shape !== undefined && !mayHide(shape);
    return (value, json) => {
      const isWhole = isPublic && json !== undefined && json.length <= MAX_JSON;
      if (isWhole && (Array.isArray(value) || isPlainRecord(value)))
        return { read: () => keep(JSON.parse(json), shape), bytes: 2 * json.length };
      tally.bytes = 0;
      const kept = keep(value, shape);
      return { read: () => kept, bytes: tally.bytes };
    };
  };
}

/** The beginning of a text. A substring would keep the whole text in memory. */
export function beginningOf(text: string, length: number): string {
  return Buffer.from(text.slice(0, length), "utf16le").toString("utf16le");
}

/** The name of an undocumented field, unless it may be confidential. */
export function shownName(name: string): string {
  return NAME.test(name) && !LONG_DIGITS.test(name) ? name : "(not shown)";
}

const NAME = /^[\w.$-]{1,64}$/;
const LONG_DIGITS = /\d(?:[_.$-]?\d){12}/;

interface KeptShape extends Shape {
  readonly isSecret: boolean;
  readonly isScalar: boolean;
  readonly isObject: boolean;
}

/** A field with several alternatives is secret if one of them is. */
function describeKeptShape({ parts, fields, others, items }: Shape): KeptShape {
  const types = parts.flatMap(({ type = [] }) => type);
  const named = { others: hasDocumentedRules(others) ? others : undefined };
  return {
    parts,
    fields,
    ...named,
    items: hasDocumentedRules(items) ? items : undefined,
    isSecret: parts.some(({ format }) => format === "password"),
    isScalar:
      types.some((type) => scalars.has(type)) ||
      parts.some((part) => part.enum || part["const"] !== undefined),
    isObject: fields.size > 0 || named.others !== undefined || types.includes("object"),
  };
}

/** Whether a schema documents something. `{}` and `true` do not. */
function hasDocumentedRules(schema: unknown): schema is Schema {
  return isSchema(schema) && Object.keys(schema).some((name) => !name.startsWith("x-"));
}

/** Whether a value is a plain object, and not a stream, a file or another instance of a class. */
function isPlainRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

const scalars: ReadonlySet<string> = new Set(["string", "integer", "number", "boolean"]);

const NODE_BYTES = 24;

/** Numbers of 13 or more digits may be confidential. */
const LONG_NUMBER = 1e12;

const MAX_TEXT = 2000;
/** Redacting a longer text takes less memory than storing it. */
const MAX_JSON = 20_000;
const MAX_ITEMS = 100;
const MAX_UNDOCUMENTED = 20;

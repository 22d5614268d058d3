import { isObject, isSchema, type MessageSchemas, type Schema } from "@contract-toolkit/kernel";
import { createShapes, type Shape } from "../documented-shapes.ts";

/** Stands for the value of a field that is marked `@secret`. */
export const SECRET = "(secret)";

/** Stands for what nobody has documented. */
export const UNDOCUMENTED = "(not documented, not kept)";

/** What may be kept of a value, with how much memory it takes. */
export interface Kept {
  readonly read: () => unknown;
  /** An estimate, in bytes. */
  readonly bytes: number;
}

/**
 * Keeps what may be kept of the values of one part of a message.
 *
 * @param json text of an answer that the contract has allowed. If its contract hides nothing, it is kept as it is. It is read,
 *   and its texts are masked, when somebody looks, which costs a request less
 */
export type KeepPart = (value: unknown, json?: string) => Kept;

/**
 * Makes what keeps the documented fields of messages, without those that are marked `@secret`. What is not documented, and a value
 * of another shape than its field has, leaves only a remark. Texts that are kept are masked.
 */
export function createRedaction(
  { messages, $defs }: Pick<MessageSchemas, "messages" | "$defs">,
  mask: (text: string) => string,
): (message: string, part: string) => KeepPart {
  const tally = { bytes: 0 };

  const documentedShape = createShapes($defs);
  const shapes = new Map<Schema, KeptShape>();
  function shapeOf(schema: Schema): KeptShape {
    const shape = shapes.get(schema) ?? describe(documentedShape(schema));
    shapes.set(schema, shape);
    return shape;
  }

  function keep(value: unknown, shape: KeptShape | undefined): unknown {
    tally.bytes += NODE_BYTES;
    if (shape === undefined) return UNDOCUMENTED;
    if (shape.isSecret) return SECRET;
    if (typeof value === "string") return shape.isScalar ? text(value) : UNDOCUMENTED;
    if (typeof value === "number")
      return Math.abs(value) < LONG_NUMBER ? value : text(String(value));
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return shape.items ? list(value, shape.items) : UNDOCUMENTED;
    return shape.isObject && isPlain(value) ? object(value, shape) : UNDOCUMENTED;
  }

  function text(value: string): string {
    const masked = mask(value.length > MAX_TEXT ? `${beginningOf(value, MAX_TEXT)}…` : value);
    tally.bytes += 2 * masked.length;
    return masked;
  }

  function list(values: readonly unknown[], items: Schema): unknown[] {
    const kept = values.slice(0, MAX_ITEMS).map((each) => keep(each, shapeOf(items)));
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
      const inside = keep(value[name], documented && shapeOf(documented));
      // Assigned, this name would set the prototype.
      if (shown === "__proto__")
        Object.defineProperty(kept, shown, { value: inside, enumerable: true });
      else kept[shown] = inside;
    }
    return kept;
  }

  function rootOf(message: string, part: string): KeptShape | undefined {
    const whole = messages[message];
    const schema = whole && documentedShape(whole).fields.get(part);
    return schema && shapeOf(schema);
  }

  /** Whether a shape, or one inside, is secret or says nothing. */
  function mayHide(shape: KeptShape, seen: Set<KeptShape> = new Set()): boolean {
    if (seen.has(shape)) return false;
    seen.add(shape);
    const { isSecret, isScalar, fields, others, items } = shape;
    const inside = [...fields.values(), others, items].filter((each) => each !== undefined);
    return (
      isSecret ||
      (!isScalar && inside.length === 0) ||
      inside.some((each) => mayHide(shapeOf(each), seen))
    );
  }

  return (message, part) => {
    const shape = rootOf(message, part);
    const isPublic = shape !== undefined && !mayHide(shape);
    return (value, json) => {
      const isWhole = isPublic && json !== undefined && json.length <= MAX_JSON;
      if (isWhole && (Array.isArray(value) || isPlain(value)))
        return { read: () => keep(JSON.parse(json), shape), bytes: 2 * json.length };
      tally.bytes = 0;
      const kept = keep(value, shape);
      return { read: () => kept, bytes: tally.bytes };
    };
  };
}

/** The beginning of a text. The engine's own part of a text would keep all of it in memory. */
export function beginningOf(text: string, length: number): string {
  return Buffer.from(text.slice(0, length), "utf16le").toString("utf16le");
}

/** The name of what nobody has documented, which may be anything that its sender has put there. */
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

/** A field of several alternatives is secret if it is in one of them. */
function describe({ parts, fields, others, items }: Shape): KeptShape {
  const types = parts.flatMap(({ type = [] }) => type);
  const named = { others: isNamed(others) ? others : undefined };
  return {
    ...{ parts, fields, ...named, items: isNamed(items) ? items : undefined },
    isSecret: parts.some(({ format }) => format === "password"),
    isScalar:
      types.some((type) => scalars.has(type)) ||
      parts.some((each) => each.enum || each["const"] !== undefined),
    isObject: fields.size > 0 || named.others !== undefined || types.includes("object"),
  };
}

/** `{}` and `true` document nothing. */
function isNamed(schema: unknown): schema is Schema {
  return isSchema(schema) && Object.keys(schema).some((name) => !name.startsWith("x-"));
}

/** A stream, a file and what else is no JSON is not read: it is of a class. */
function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

const scalars: ReadonlySet<string> = new Set(["string", "integer", "number", "boolean"]);

const NODE_BYTES = 24;

/** A number of 13 digits or more could be anything confidential. */
const LONG_NUMBER = 1e12;

const MAX_TEXT = 2000;
/** Of what is longer, the parts that are shown take less memory. */
const MAX_JSON = 20_000;
const MAX_ITEMS = 100;
const MAX_UNDOCUMENTED = 20;

import { Ajv } from "ajv";

/** Properties of a requirement. A table may give them to all of its requirements. */
interface Shared {
  /** Addresses. In a table, the name of the requirement is appended. */
  readonly at?: string | readonly string[] | undefined;
  /** JSON types that the value has. */
  readonly type?: string | readonly string[] | undefined;
  readonly required?: boolean | undefined;
  /** Title of the table with the facts that the requirement follows from. A choice under `at` can take its place. */
  readonly section?: string | undefined;
}

/** A requirement as written in its file. */
export interface RowText extends Shared {
  readonly says: string;
  /** JSON Schema keywords that the value has. */
  readonly rules?: Readonly<Record<string, unknown>>;
  /** One value that is allowed. */
  readonly value?: string | number | boolean;
  /** The value does not exist. */
  readonly absent?: boolean;
  /** Method and path of the operation. */
  readonly route?: string;
  /** Samples that show it, named by hand: `<operation>/<sample>`. */
  readonly samples?: readonly string[];
}

/** A table as written in its file. */
export interface TableText extends Shared {
  readonly title: string;
  /** What a requirement's name is: a property below `at` (the default), a value at `at`, or the operation that `at` is of. */
  readonly each?: "value" | "operation";
  /** What must show its requirements: samples (the default), or scenario steps if the requirements describe several requests. */
  readonly shownBy?: "scenarios";
  /** A string is a requirement with only `says`. */
  readonly rows: Readonly<Record<string, RowText | string>>;
}

const text = { type: "string", minLength: 1 };
const list = { type: "array", minItems: 1, items: text };
const texts = { anyOf: [text, list] };
const shared = { at: texts, type: texts, required: { type: "boolean" }, section: text };

const row = {
  type: "object",
  required: ["says"],
  additionalProperties: false,
  properties: {
    ...shared,
    says: text,
    rules: { type: "object", minProperties: 1 },
    value: { type: ["string", "number", "boolean"] },
    absent: { const: true },
    route: text,
    samples: list,
  },
};

const table = {
  type: "object",
  required: ["title", "rows"],
  additionalProperties: false,
  properties: {
    ...shared,
    title: text,
    each: { enum: ["value", "operation"] },
    shownBy: { const: "scenarios" },
    rows: {
      type: "object",
      minProperties: 1,
      additionalProperties: { if: { type: "object" }, then: row, else: text },
    },
  },
};

/** Whether a file contains tables, by their ids. Its `errors` describe the last failure. */
export const isTables = new Ajv({
  allErrors: true,
  allowUnionTypes: true,
  validateSchema: false,
}).compile<Readonly<Record<string, TableText>>>({ type: "object", additionalProperties: table });

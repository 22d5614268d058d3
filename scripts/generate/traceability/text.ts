import { Ajv } from "ajv";

/** What a row says, or a table of those of its rows that say nothing of it. */
interface Shared {
  /** Addresses. Of a table: what the name of a row is added to. */
  readonly at?: string | readonly string[] | undefined;
  /** JSON types that the value has. */
  readonly type?: string | readonly string[] | undefined;
  readonly required?: boolean | undefined;
  /** The title of the table that has the facts which a row is about; a choice under `at` says as much. */
  readonly section?: string | undefined;
}

/** A row as its file has it. */
export interface RowText extends Shared {
  readonly says: string;
  /** JSON Schema keywords that the value has. */
  readonly rules?: Readonly<Record<string, unknown>>;
  /** One value that is allowed there. */
  readonly value?: string | number | boolean;
  /** The value is not there. */
  readonly absent?: boolean;
  /** Method and path of the operation. */
  readonly route?: string;
  /** Samples that show it, named by hand: `<operation>/<sample>`. */
  readonly samples?: readonly string[];
}

/** A table as its file has it. */
export interface TableText extends Shared {
  readonly title: string;
  /** What a row's name is: a property below `at` (the default), a value at `at`, or the operation that `at` is of. */
  readonly each?: "value" | "operation";
  /** What its rows have to be shown by: samples (the default), or steps of scenarios, because they tell what follows upon what. */
  readonly shownBy?: "scenarios";
  /** A text is a row that says it, and nothing else. */
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
    rows: { type: "object", minProperties: 1, additionalProperties: { anyOf: [text, row] } },
  },
};

/** Whether a file has tables, by their ids. Its `errors` say what is wrong with what it was given last. */
export const isTables = new Ajv({ allErrors: true, allowUnionTypes: true }).compile<
  Readonly<Record<string, TableText>>
>({ type: "object", additionalProperties: table });

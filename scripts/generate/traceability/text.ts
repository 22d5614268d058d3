import { Ajv } from "ajv";

/** A row as its file has it. */
export interface RowText {
  readonly says: string;
  readonly at?: string | readonly string[];
  /** JSON types that the value has. */
  readonly type?: string | readonly string[];
  readonly required?: boolean;
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
  /** The title of the table that has the facts which this one is about; a choice under `at` says as much. */
  readonly section?: string;
}

/** A table as its file has it. */
export interface TableText {
  readonly title: string;
  /** Where its rows are: the address that a row's name is added to. */
  readonly at?: string | readonly string[];
  /** What a row's name is: a property below `at` (the default), a value at `at`, or the operation that `at` is of. */
  readonly each?: "value" | "operation";
  /** What its rows have to be shown by: samples (the default), or steps of scenarios, because they tell what follows upon what. */
  readonly shownBy?: "scenarios";
  /** What holds of each row that has no address of its own, unless it says otherwise. */
  readonly type?: RowText["type"];
  readonly required?: boolean;
  readonly section?: string;
  /** A text is a row that says it, and nothing else. */
  readonly rows: Readonly<Record<string, RowText | string>>;
}

const text = { type: "string", minLength: 1 };
const texts = { anyOf: [text, { type: "array", minItems: 1, items: text }] };

const row = {
  type: "object",
  required: ["says"],
  additionalProperties: false,
  properties: {
    says: text,
    at: texts,
    type: texts,
    required: { type: "boolean" },
    rules: { type: "object", minProperties: 1 },
    value: { type: ["string", "number", "boolean"] },
    absent: { const: true },
    route: text,
    samples: { type: "array", minItems: 1, items: text },
    section: text,
  },
};

const tables = {
  type: "object",
  additionalProperties: {
    type: "object",
    required: ["title", "rows"],
    additionalProperties: false,
    properties: {
      title: text,
      at: texts,
      each: { enum: ["value", "operation"] },
      shownBy: { const: "scenarios" },
      type: texts,
      required: { type: "boolean" },
      section: text,
      rows: { type: "object", minProperties: 1, additionalProperties: { anyOf: [text, row] } },
    },
  },
};

const validate = new Ajv({
  allErrors: true,
  allowUnionTypes: true,
}).compile<Readonly<Record<string, TableText>>>(tables);

/** Whether `content` is a file of tables. */
export function isTables(content: unknown): content is Readonly<Record<string, TableText>> {
  return validate(content);
}

/** What was wrong with the content that `isTables` refused last, a line for each fault. */
export function tableFaults(): string {
  return (validate.errors ?? [])
    .map(
      ({ instancePath, message = "", params }) =>
        `\n  ${instancePath} ${message} ${JSON.stringify(params)}`,
    )
    .join("");
}

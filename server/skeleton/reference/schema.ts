import {
  constraintTexts,
  html,
  type Html,
  isSchema,
  prose,
  referredName,
  type Schema,
} from "@contract-toolkit/kernel";
import { statementsOf } from "@contract-toolkit/kernel/field-rules";
import { resolveSchema, type Choice, type ReferenceContract } from "./contract.ts";
import { lineOf, type Place, placeOf, stepInto } from "./schema-positions.ts";
import type { SharedParts } from "./shared-parts.ts";

export interface FoundField {
  readonly id: string;
  readonly name: string;
  readonly text: string;
}

export interface SchemaContext {
  readonly contract: ReferenceContract;
  readonly choicesById: ReadonlyMap<string, Choice>;
  /** Set on a long page: what is described once. */
  readonly shared?: SharedParts;
  /** Collects the fields that have an id. */
  readonly fields: FoundField[];
  /** How many rows a page without links may still have. */
  readonly room?: { rows: number };
}

/**
 * A table of a schema's fields with type, rules, text and TypeSpec line. Nested fields are shown as paths. With an anchor, rows
 * have ids that begin with it.
 */
export function fieldTable(
  context: SchemaContext,
  schema: Schema,
  place: Place,
  anchor?: string,
): Html {
  const rows = fieldRows({ ...context, anchor }, schema, place, "", []);
  return context.shared && rows.length === 0
    ? html`<p>${typeName(context, schema)}${ruleList(context, schema)}</p>`
    : html`<table>
        ${rows}
      </table>`;
}

/** Links to the choices that apply to a place. */
export function chosenNote({ choicesById, shared }: SchemaContext, ids: unknown): Html | undefined {
  if (!Array.isArray(ids)) return undefined;
  const title = (id: string) => (shared ? "" : html` title="${choicesById.get(id)?.chosen}"`);
  const links = ids
    .map(String)
    .map(
      (id, index) => html`${index > 0 ? ", " : ""}<a href="#choice-${id}" ${title(id)}>${id}</a>`,
    );
  return html`<p class="chosen">${shared ? "chosen" : "chosen, not documented"}: ${links}</p>`;
}

/**
 * The type of a schema in a few words. Inside another type, a component with variants or items is shown by its name, because it
 * may be recursive.
 */
export function typeName(context: SchemaContext, schema: Schema, isInside = false): Html {
  const name = referredName(schema);
  if (name !== undefined && isLinked(context, schema))
    return context.shared?.schemaLink(name) ?? html``;
  const target = resolve(context, schema);
  const variants = variantsOf(target);
  const isMade = variants.length > 0 || (target.type === "array" && isSchema(target.items));
  if (isInside && isMade && name !== undefined) return html`${name}`;
  if (variants.length > 0)
    return html`${variants.map((each, index) => html`${index > 0 ? " or " : ""}${typeName(context, each, true)}`)}`;
  if (target.type === "array" && isSchema(target.items))
    return html`list of ${typeName(context, target.items, true)}`;
  if (target.type === "object") return html`${name ?? "object"}`;
  return html`${typeof target.type === "string" ? target.type : "any"}`;
}

/** Whether a schema refers to a component that the page describes in its own section. */
export function isLinked(context: SchemaContext, schema: Schema): boolean {
  const target = resolve(context, schema);
  return (
    context.shared !== undefined &&
    target !== schema &&
    (target.type === "object" || variantsOf(target).length > 0)
  );
}

/** The constraints of a schema, one per line. */
export function ruleList(context: SchemaContext, schema: Schema): Html | undefined {
  const target = { ...resolve(context, schema), ...schema };
  const values = target.enum ?? (target.const === undefined ? undefined : [target.const]);
  const rules = [
    ...(typeof target.format === "string" ? [`format \`${target.format}\``] : []),
    ...constraintTexts(target),
    ...(target.default === undefined ? [] : [`default \`${JSON.stringify(target.default)}\``]),
    ...statementsOf("", target).map(([, { text }]) => text),
  ].map((rule) => html`<br /><small>${prose(rule)}</small>`);
  const allowed = Array.isArray(values)
    ? html`<br /><small
          >one of ${values.map((value) => html`<code>${JSON.stringify(value)}</code> `)}</small
        >`
    : undefined;
  const code = target["x-bounds-code"];
  return html`${rules}${allowed}${code === undefined ? undefined : html`<br /><small>out of bounds: code ${code}</small>`}`;
}

interface RowContext extends SchemaContext {
  readonly anchor: string | undefined;
}

function fieldRows(
  context: RowContext,
  schema: Schema,
  place: Place,
  path: string,
  above: readonly Schema[],
): Html[] {
  const target = resolve(context, schema);
  const { messages } = context.contract;
  if (above.includes(target)) return [];
  if (context.room && context.room.rows-- <= 0) return [];
  if (isLinked(context, schema)) return [];
  const inside = [...above, target];
  const variants = variantsOf(target);
  if (variants.length > 0)
    return variants.flatMap((each) =>
      fieldRows(context, each, placeOf(messages, each), path, inside),
    );
  if (isSchema(target.items))
    return fieldRows(
      context,
      target.items,
      stepInto(messages, place, target.items, "items"),
      `${path}[]`,
      inside,
    );
  const required = (target.required ?? []) as string[];
  return Object.entries((target.properties ?? {}) as Record<string, Schema>).flatMap(
    ([name, field]) => {
      const at = path === "" ? name : `${path}.${name}`;
      const within = stepInto(messages, place, field, "properties", name);
      return [
        fieldRow(context, at, field, within, required.includes(name)),
        ...fieldRows(context, field, within, at, inside),
      ];
    },
  );
}

function fieldRow(
  context: RowContext,
  path: string,
  field: Schema,
  place: Place,
  required: boolean,
): Html {
  const text = field.description ?? resolve(context, field).description;
  const id = context.anchor === undefined ? undefined : `${context.anchor}.${path}`;
  if (id !== undefined) context.fields.push({ id, name: path, text: text ?? "" });
  const note = required ? "required" : "";
  return html`<tr${id === undefined ? "" : html` id="${id}"`}>
    <td><code>${path}</code>${note === "" ? "" : html`<br /><small>${note}</small>`}</td>
    <td>${typeName(context, field)}${ruleList(context, field)}</td>
    <td>${prose(text ?? "")}${chosenNote(context, field["x-chosen"])}${lineOf(place)}</td>
  </tr>`;
}

function variantsOf(schema: Schema): Schema[] {
  return ((schema.anyOf ?? schema.oneOf ?? []) as unknown[]).filter(isSchema);
}

function resolve({ contract }: SchemaContext, schema: Schema): Schema {
  return resolveSchema(contract.document, schema);
}

import {
  exampleStatuses,
  isSchema,
  type OpenApiDocument,
  type Schema,
  statusKeyOf,
  type StatusRange,
} from "@contract-toolkit/contract";
import { changePlaces, type Change } from "../../../../scripts/diff/change.ts";
import type { Case, ConstraintCase } from "../../../index.ts";
import { accepts } from "@contract-toolkit/schemas/second-validator/oracle";
import {
  resolvedRequestSchema,
  responseSchemaOf,
} from "@contract-toolkit/schemas/message-schemas/resolved-schemas";
import { operationsById } from "@contract-toolkit/schemas/message-schemas/schema";

/** The requests of an operation, or its responses with a status, which stands for all that are documented with it. */
interface Messages {
  readonly operation: string;
  readonly status?: { readonly example: number; readonly documented: number | StatusRange };
}

/**
 * Lists what a comparison misses. The second validator decides from the documents alone: if the sender's schema accepts a
 * known message and the receiver's refuses it, there is a break. If the schemas differ, there is a change.
 *
 * @param known messages of samples and of cases derived from either document
 */
export function faultsOf(
  old: OpenApiDocument,
  now: OpenApiDocument,
  changes: readonly Change[],
  known: readonly (Case | ConstraintCase)[],
): string[] {
  return messagesIn(now).flatMap((messages) => {
    const { operation, status } = messages;
    const [before, after] = [schemaOf(old, messages), schemaOf(now, messages)];
    if (!before || !after || textOf(before) === textOf(after)) return [];
    const pointer = status === undefined ? "/request/" : `/response/${status.documented}/`;
    const reported = changes.filter((change) =>
      changePlaces(change).some(
        (place) => place.operation === operation && `${place.pointer}/`.startsWith(pointer),
      ),
    );
    const [sender, receiver] = status === undefined ? [before, after] : [after, before];
    const isBroken = known
      .flatMap((item) => messageOf(item, messages))
      .some((message) => accepts(sender, message) && !accepts(receiver, message));
    return [
      ...(isBroken && !reported.some(({ severity }) => severity === "error")
        ? [`${operation}${pointer}: a break is not reported`]
        : []),
      ...(reported.length === 0 ? [`${operation}${pointer}: a change is not reported`] : []),
    ];
  });
}

/** The operations with a changed message schema. */
export function changedOf(old: OpenApiDocument, now: OpenApiDocument): ReadonlySet<string> {
  const isOther = (messages: Messages) =>
    JSON.stringify(schemaOf(old, messages)) !== JSON.stringify(schemaOf(now, messages));
  return new Set(
    [old, now]
      .flatMap(messagesIn)
      .filter(isOther)
      .map(({ operation }) => operation),
  );
}

function messagesIn(document: OpenApiDocument): Messages[] {
  return [...operationsById(document)].flatMap(([operation, { responses }]) => [
    { operation },
    ...exampleStatuses(responses).map((example) => ({
      ...{ operation, status: { example, documented: statusKeyOf(responses, example) ?? example } },
    })),
  ]);
}

/** The default of a required field is left out, because it is never used. */
function textOf(schema: Schema): string {
  return JSON.stringify(schema, (_, value: unknown) => {
    if (!isSchema(value) || !isSchema(value.properties)) return value;
    const required = new Set(value.required);
    const fields = Object.entries(value.properties).map(([name, field]) => {
      const isUsed = !required.has(name) || !isSchema(field);
      return [name, isUsed ? field : { ...field, default: undefined }];
    });
    return { ...value, properties: Object.fromEntries(fields) as object };
  });
}

/** Path parameters are left out: a change of them is another path. */
function schemaOf(document: OpenApiDocument, { operation, status }: Messages): Schema | undefined {
  if (status !== undefined) return responseSchemaOf(document, operation, status.example);
  const documented = operationsById(document).get(operation);
  const schema = documented && resolvedRequestSchema(document, documented);
  return schema && { ...schema, properties: { ...schema.properties, path: {} } };
}

function messageOf(item: Case | ConstraintCase, { operation, status }: Messages): unknown[] {
  if (item.operation.id !== operation) return [];
  if (item.kind === "constraint") {
    const { direction, status: own } = item.constraint;
    const isMeant = status === undefined ? direction === "request" : own === status.documented;
    return isMeant ? [item.message] : [];
  }
  if (status === undefined) return [item.request];
  const own = statusKeyOf(item.operation.responses, item.response.status);
  return own === status.documented ? [item.response] : [];
}

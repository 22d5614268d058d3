import {
  createRule,
  getOpExamples,
  paramMessage,
  serializeValueAsJson,
  type OpExample,
  type Program,
} from "@typespec/compiler";
import type { HttpOperation } from "@typespec/http";
import { getProviderStateDeclarations } from "../decorators.ts";
import { responseOfExample, responseProperties, valueAt } from "../examples.ts";
import { operationsOf } from "../message-fields.ts";

/**
 * A sample that gives values in the query and finds nothing, where nothing was set up to be found: every other value is
 * answered the same, and so is one that the server has misread.
 */
export const tellingSample = createRule({
  name: "telling-sample",
  severity: "warning",
  description: "Samples with a query show what it finds.",
  messages: {
    default: paramMessage`Sample '${"sample"}' of '${"name"}' gives ${"parameters"} and its answer lists nothing, with nothing set up that could be found: any other value is answered the same. Give it a @providerState and an answer with what is found, or one that other values would find.`,
  },
  create: (context) => ({
    root: (program) => {
      for (const http of operationsOf(program)) {
        for (const { sample, parameters } of untelling(program, http))
          context.reportDiagnostic({
            target: http.operation,
            format: { name: http.operation.name, sample, parameters: parameters.join(", ") },
          });
      }
    },
  }),
});

interface Untelling {
  readonly sample: string;
  /** Names of the parameters of the query that it gives. */
  readonly parameters: readonly string[];
}

function untelling(program: Program, http: HttpOperation): Untelling[] {
  const prepared = new Set(
    getProviderStateDeclarations(program, http.operation).map(({ value }) => value.sample),
  );
  return getOpExamples(program, http.operation).flatMap((example) => {
    const { title: sample = "" } = example;
    const parameters = queryOf(program, http, example);
    const isUntelling =
      parameters.length > 0 && !prepared.has(sample) && listsNothing(program, http, example);
    return isUntelling ? [{ sample, parameters }] : [];
  });
}

function queryOf(program: Program, { operation, parameters }: HttpOperation, example: OpExample) {
  const given = example.parameters
    ? serializeValueAsJson(program, example.parameters, operation.parameters)
    : {};
  return parameters.parameters
    .filter(({ type, param }) => type === "query" && valueAt(given, [param.name]) !== undefined)
    .map(({ name }) => name);
}

/** Whether an answer of success has lists, and nothing in them. */
function listsNothing(program: Program, http: HttpOperation, example: OpExample): boolean {
  const shown = responseOfExample(program, http, example);
  const { statusCodes: status } = shown?.response ?? {};
  if (!shown || (typeof status === "number" && status >= 400)) return false;
  const body = responseProperties(shown.response).find(
    ({ kind }) => kind === "body" || kind === "bodyRoot",
  );
  const lists = listsIn(valueAt(shown.json, body?.path ?? []));
  return lists.length > 0 && lists.every(({ length }) => length === 0);
}

function listsIn(value: unknown): (readonly unknown[])[] {
  if (Array.isArray(value)) return [value, ...value.flatMap(listsIn)];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(listsIn);
}

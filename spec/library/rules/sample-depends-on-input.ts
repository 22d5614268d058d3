import { getOpExamples, type OpExample, type Program } from "@typespec/compiler";
import type { HttpOperation } from "@typespec/http";
import { isDeepStrictEqual } from "node:util";
import { getProviderStateDeclarations } from "../declarations.ts";
import {
  responseOfExample,
  responseProperties,
  statusOfExample,
  valueAtPath,
} from "../examples.ts";
import { listHttpOperations } from "../message-fields.ts";
import { programRule } from "./program-rule.ts";
import { inputsOf } from "./sample-inputs.ts";

/**
 * Finds samples whose response would be the same if the server ignored their input: the response is empty and no provider
 * state was set up, or another sample differs in one input and has the same response.
 */
export const sampleDependsOnInput = programRule(
  "sample-depends-on-input",
  "The responses of samples depend on what the samples give.",
  (program) =>
    listHttpOperations(program).flatMap((http) => {
      const { operation: target } = http;
      const of = `of '${target.name}'`;
      const samples = shownSamples(program, http);
      const messages = [
        ...samples
          .filter(findsNothing)
          .map(
            ({ sample, inputs }) =>
              `Sample '${sample}' ${of} sends ${[...inputs.keys()].join(", ")}, but its response is an empty list and no provider state has the value, so any other value would have the same response. Add a provider state that has the value and show it in the response, or one that only other values find.`,
          ),
        ...twins(samples).map(
          ({ sample, other: second, input }) =>
            `Samples '${sample}' and '${second}' ${of} differ only in ${input} and have the same response, so neither shows that the server reads it. Change one of them so that its response differs.`,
        ),
      ];
      return messages.map((message) => ({ target, message }));
    }),
);

interface ShownSample {
  readonly sample: string;
  /** Values by where they are in the request: `title`, `body.title`. */
  readonly inputs: ReadonlyMap<string, unknown>;
  /** Its provider states. */
  readonly states: readonly unknown[];
  readonly response: unknown;
  readonly body: unknown;
}

function shownSamples(program: Program, http: HttpOperation): ShownSample[] {
  const states = getProviderStateDeclarations(program, http.operation);
  return getOpExamples(program, http.operation).flatMap((example) => {
    const { title: sample = "" } = example;
    const shown = readShownResponse(program, http, example);
    if (!shown) return [];
    const inputs = inputsOf(program, http, example);
    const own = states.filter(({ value }) => value.sample === sample);
    return [
      { sample, inputs, states: own.map(({ value }) => [value.name, value.values]), ...shown },
    ];
  });
}

function readShownResponse(
  program: Program,
  http: HttpOperation,
  example: OpExample,
): Pick<ShownSample, "response" | "body"> | undefined {
  const shown = responseOfExample(program, http, example);
  if (!shown || (statusOfExample(shown) ?? 0) >= 400) return undefined;
  const body = responseProperties(shown.response).find(
    ({ kind }) => kind === "body" || kind === "bodyRoot",
  );
  return { response: shown.json, body: valueAtPath(shown.json, body?.path ?? []) };
}

/** Whether a response has only empty lists or nulls, although no provider state was set up. */
function findsNothing({ inputs, states, body }: ShownSample): boolean {
  return inputs.size > 0 && states.length === 0 && (listsNothing(body) || isEmptyValue(body));
}

function listsNothing(body: unknown): boolean {
  const lists = findLists(body);
  return lists.length > 0 && lists.every(({ length }) => length === 0);
}

function isEmptyValue(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return value === null;
  const fields: readonly unknown[] = Object.values(value);
  return !Array.isArray(value) && fields.length > 0 && fields.every(isEmptyValue);
}

function findLists(value: unknown): (readonly unknown[])[] {
  if (Array.isArray(value)) return [value, ...value.flatMap(findLists)];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(findLists);
}

/** Samples that differ in one input and in nothing else. */
function twins(
  samples: readonly ShownSample[],
): { readonly sample: string; readonly other: string; readonly input: string }[] {
  return samples.flatMap((sample, index) =>
    samples.slice(index + 1).flatMap((otherSample) => {
      const names = [...new Set([...sample.inputs.keys(), ...otherSample.inputs.keys()])];
      const different = names.filter(
        (name) => !isDeepStrictEqual(sample.inputs.get(name), otherSample.inputs.get(name)),
      );
      const [input] = different;
      const isTwin =
        different.length === 1 &&
        isDeepStrictEqual(sample.response, otherSample.response) &&
        isDeepStrictEqual(sample.states, otherSample.states);
      return isTwin && input !== undefined
        ? [{ sample: sample.sample, other: otherSample.sample, input }]
        : [];
    }),
  );
}

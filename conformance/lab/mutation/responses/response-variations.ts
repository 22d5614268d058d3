import { documentedOf, valueAt, withoutValue, withValue } from "@contract-toolkit/contract";
import { responseSchemaOf } from "@contract-toolkit/schemas/message-schemas/resolved-schemas";
import { accepts } from "@contract-toolkit/schemas/second-validator/oracle";
import type { Case } from "../../../cases/case.ts";
import { isTold } from "../../../targets/judge-sample.ts";
import { violationsOfRequest } from "../../../contract-allows.ts";
import { readBody, withBody } from "../wire-variations/body.ts";
import type { WireResponse } from "../wire-variations/proxy.ts";
import { changedText } from "./body-mutants.ts";
import { changeOf, type ResponseChange, type SampledResponse } from "./response-mutants.ts";
import { instanceOf, split, type SampledField } from "./sampled-fields.ts";

/** Other values that a response of one operation and status may have within the contract. */
export function responseVariations(response: SampledResponse): ResponseChange[] {
  const variations = {
    "another value that the server makes": anotherValue,
    "an optional value that the server makes": oneMore,
    "an optional value is left out": oneLess,
  };
  // A sample says which values are exact. A response is right without an optional field, unless the server was told its value.
  return response.places
    .filter((place) => !isRepeated(response, place))
    .flatMap((place) =>
      Object.entries(variations)
        .filter(([, vary]) => place.isMade || vary === oneLess)
        .map(([operator, vary]) => ({
          ...changeOf(response, operator, place.pointer, (found) =>
            varied(vary, response, place, found),
          ),
          place: place.pointer,
        })),
    );
}

/** The server must repeat what it was told. */
function isRepeated(
  { suite, operation, status }: SampledResponse,
  { values }: SampledField,
): boolean {
  return suite.cases.some(
    (testCase) =>
      testCase.operation.id === operation.id &&
      testCase.response.status === status &&
      isTold(testCase, values),
  );
}

/** The bodies that a response may have instead, as far as the contract allows them. */
type Vary = (sampled: SampledResponse, field: SampledField, body: unknown) => readonly unknown[];

const anotherValue: Vary = (_, { pointer }, body) => {
  const at = instanceOf(pointer, body);
  if (at === undefined) return [];
  return otherValues(valueAt(body, at)).map((value) => withValue(body, at, value));
};

/** Adds a value from another sample to a response that lacks the field. */
const oneMore: Vary = (_, { pointer, values }, body) => {
  const [parent, name] = split(pointer);
  const at = instanceOf(parent, body);
  const isMissing = at !== undefined && instanceOf(pointer, body) === undefined;
  return isMissing ? [withValue(body, `${at}/${name}`, values[0])] : [];
};

/** Removes an optional value, unless it must name the fields of an invalid request. */
const oneLess: Vary = (sampled, { pointer }, body) => {
  const at = instanceOf(pointer, body);
  if (at === undefined || at === "" || /\/\d+$/.test(at)) return [];
  return namesInvalidFields(sampled, body) ? [] : [withoutValue(body, at)];
};

function varied(
  vary: Vary,
  sampled: SampledResponse,
  field: SampledField,
  response: WireResponse,
): WireResponse | undefined {
  return vary(sampled, field, readBody(response))
    .map((body) => withBody(response, body))
    .find((changed) => isAllowed(sampled, changed));
}

/** Whether a refusal says by its violations, and not by its code, which fields are invalid. */
function namesInvalidFields(
  { suite: { document, contract, cases }, operation, status }: SampledResponse,
  body: unknown,
): boolean {
  const { property = "" } = documentedOf(operation.responses, status)?.errorCode ?? {};
  const codeIn = (refusal: unknown) => valueAt(refusal, `/${property}`);
  const isInvalid = ({ request }: Case) =>
    violationsOfRequest(contract, operation, request).some(({ code }) => code === undefined);
  return (
    document["x-refusals-name-fields"] === true &&
    cases.some(
      (sample) =>
        sample.operation.id === operation.id &&
        codeIn(sample.response.body) === codeIn(body) &&
        isInvalid(sample),
    )
  );
}

/** Asks the second validator, because the suite must not judge itself. */
function isAllowed({ suite, operation, status }: SampledResponse, response: WireResponse): boolean {
  const schema = responseSchemaOf(suite.document, operation.id, status);
  return schema !== undefined && accepts(schema, { headers: {}, body: readBody(response) });
}

/** Values of the same type. Texts differ in one letter or digit, beginning with the last. */
function otherValues(value: unknown): unknown[] {
  if (typeof value === "number") return [value + 1, value - 1];
  if (typeof value === "boolean") return [!value];
  if (typeof value !== "string") return [];
  return Array.from(
    value,
    (_, at) => changedText(value.slice(0, value.length - at)) + value.slice(value.length - at),
  );
}

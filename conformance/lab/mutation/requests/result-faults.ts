import { bodyFaults } from "../body-faults.ts";
import type { SampledAnswer } from "../answers/answer-faults.ts";
import { noBody } from "../body-faults.ts";
import { resultMutant, type RequestMutant } from "./request-mutant.ts";

/** The faults of what a client hands to its caller, of one operation × status. */
export function resultFaults({ suite, operation, status, bodies }: SampledAnswer): RequestMutant[] {
  const where = String(status);
  const documented = Object.keys(operation.responses).map(Number);
  const next = documented[(documented.indexOf(status) + 1) % documented.length];
  const change = (
    operator: string,
    place: string,
    onResult: RequestMutant["onResult"],
  ): RequestMutant =>
    resultMutant(suite, operation, operator, `${where}${place}`, (result) =>
      result.status === status ? onResult(result) : undefined,
    );
  return [
    ...(next === undefined || next === status
      ? []
      : [
          change("result: another status", "", (result) => ({
            ...result,
            status: next,
          })),
        ]),
    ...(operation.responses[status]?.headers ?? []).map((name) =>
      change("result: header dropped", ` ${name}`, (result) => {
        const { [name]: dropped, ...headers } = result.headers;
        return dropped === undefined ? undefined : { ...result, headers };
      }),
    ),
    ...bodyFaults(bodies)
      .filter(({ operator }) => handedOver.has(operator))
      .map(({ operator, place, apply }) =>
        change(`result: ${operator}`, ` /body${place}`, (result) => {
          const body = apply(result.body);
          if (body === undefined) return undefined;
          return body === noBody ? { ...result, body: undefined } : { ...result, body };
        }),
      ),
  ];
}

/** What reading an answer wrongly can do; the rest happens to answers themselves. */
const handedOver: ReadonlySet<string> = new Set([
  "boolean inverted",
  "field dropped",
  "field null",
  "field retyped",
  "list reversed",
  "list with a missing element",
  "number off by one",
  "text changed",
]);

import {
  documentedOf,
  isEventsType,
  exampleStatuses,
  type Operation,
  statusKeyOf,
} from "@contract-toolkit/contract";
import type { Suite } from "../../../suite.ts";
import type { Mutant } from "../mutant.ts";
import {
  headerOf,
  readBody,
  withBody,
  withHeader,
  withoutHeader,
} from "../wire-variations/body.ts";
import type { WireResponse } from "../wire-variations/proxy.ts";
import { bodyMutants } from "./body-mutants.ts";
import { sampledFieldsOf, type SampledBody, type SampledField } from "./sampled-fields.ts";

/** A change of every response that an operation gives with a status. */
export interface ResponseChange extends Omit<Mutant, "attempt"> {
  readonly suite: Suite;
  readonly operation: Operation;
  readonly status: number;
  /** The changed place of the body. Undefined for other parts. */
  readonly place?: string;
  /** Returns the changed response, or undefined if there is nothing to change. */
  readonly change: (response: WireResponse) => WireResponse | undefined;
}

/** The sampled responses of an operation with a status. */
export interface SampledResponse {
  readonly suite: Suite;
  readonly operation: Operation;
  readonly status: number;
  readonly bodies: readonly SampledBody[];
  readonly places: readonly SampledField[];
}

/** Groups the samples by operation and status. */
export function sampledResponses(suite: Suite): SampledResponse[] {
  const groups = Map.groupBy(
    suite.cases,
    ({ operation, response }) => `${operation.id} ${response.status}`,
  );
  return [...groups.values()].flatMap((cases) => {
    const [first] = cases;
    const type =
      first && documentedOf(first.operation.responses, first.response.status)?.contentType;
    // The proxy changes whole responses, and a stream of events does not end.
    if (!first || isEventsType(type ?? "")) return [];
    const bodies = cases.map(({ response, generated }) => ({
      body: response.body,
      made: generated.map((pointer) => pointer.replace(/^\/body/, "")),
    }));
    const { operation, response } = first;
    const places = sampledFieldsOf(bodies);
    return [{ suite, operation, status: response.status, bodies, places }];
  });
}

/** Makes a change with its id. */
export function changeOf(
  { suite, operation, status }: SampledResponse,
  operator: string,
  place: string,
  change: ResponseChange["change"],
): ResponseChange {
  const where = `${operation.id} ${status}`;
  return {
    id: `${where} ${place} ${operator}`.replace("  ", " "),
    operator,
    suite,
    operation,
    status,
    change,
  };
}

/** The mutants of the responses of one operation and status. */
export function responseMutants(response: SampledResponse): ResponseChange[] {
  const { status, bodies, places } = response;
  const cutShort = (found: WireResponse) => ({ ...found, body: found.body.slice(0, -1) });
  return [
    ...statusMutants(response),
    ...headerMutants(response),
    ...bodyMutants(bodies)
      // The violations in a refusal have no order.
      .filter(({ operator }) => status < 400 || operator !== "list reversed")
      .map(({ operator, place, apply }) => ({
        ...changeOf(response, operator, place, (found) => {
          const changed = apply(readBody(found));
          return changed === undefined ? undefined : withBody(found, changed);
        }),
        place,
      })),
    ...(places.length > 0 ? [changeOf(response, "body cut short", "", cutShort)] : []),
  ];
}

function statusMutants(response: SampledResponse): ResponseChange[] {
  const { operation, status } = response;
  const { responses } = operation;
  const own = statusKeyOf(responses, status);
  const documented = exampleStatuses(responses);
  const place = documented.findIndex((number) => statusKeyOf(responses, number) === own);
  const next = documented[(place + 1) % documented.length];
  const undocumented = [status + 1, status + 2, status + 18, 399].find(
    (number) => statusKeyOf(responses, number) === undefined && number < 600,
  );
  const become = (operator: string, otherNumber: number | undefined) =>
    otherNumber === undefined || otherNumber === status
      ? []
      : [
          changeOf(response, operator, String(otherNumber), (found) => ({
            ...found,
            status: otherNumber,
          })),
        ];
  return [
    ...become("status: another documented one", next),
    ...become("status: an undocumented one", undocumented),
  ];
}

function headerMutants(response: SampledResponse): ResponseChange[] {
  const documented = documentedOf(response.operation.responses, response.status);
  const named = documented?.headers ?? [];
  const isTyped = documented?.contentType !== undefined;
  return [...(isTyped ? ["Content-Type"] : []), ...named].flatMap((name) => {
    const isType = name === "Content-Type";
    const changed = (
      operator: string,
      change: (found: WireResponse["headers"]) => WireResponse["headers"],
    ) =>
      changeOf(response, operator, name, (found) =>
        headerOf(found.headers, name) === undefined
          ? undefined
          : { ...found, headers: change(found.headers) },
      );
    return [
      changed("header dropped", (headers) => withoutHeader(headers, name)),
      changed(isType ? "content type changed" : "header changed", (headers) =>
        withHeader(headers, name, ([text, value]) => [text, isType ? "text/html" : `${value}x`]),
      ),
    ];
  });
}

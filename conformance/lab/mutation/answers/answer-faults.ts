import type { Operation } from "@contract-toolkit/kernel";
import type { Suite } from "../../../suite.ts";
import { bodyFaults } from "../body-faults.ts";
import type { Mutant } from "../mutant.ts";
import { sampledFieldsOf, type SampledField, type SampledBody } from "../sampled-fields.ts";
import { headerOf, readBody, withBody, withHeader, withoutHeader } from "./body.ts";
import type { WireAnswer } from "./proxy.ts";

/** A change of every answer of one operation with one status. */
export interface AnswerMutant extends Mutant {
  readonly suite: Suite;
  readonly operation: Operation;
  readonly status: number;
  /** The place of the body that is changed, where it is the body. */
  readonly place?: string;
  /** The changed answer; undefined where there is nothing to change. */
  readonly change: (answer: WireAnswer) => WireAnswer | undefined;
}

/** An answer as samples show it. */
export interface SampledAnswer {
  readonly suite: Suite;
  readonly operation: Operation;
  readonly status: number;
  readonly bodies: readonly SampledBody[];
  readonly places: readonly SampledField[];
}

/** Every operation × status that samples show, with the places of its body. */
export function sampledAnswers(suite: Suite): SampledAnswer[] {
  const groups = Map.groupBy(
    suite.cases,
    ({ operation, response }) => `${operation.id} ${response.status}`,
  );
  return [...groups.values()].flatMap((cases) => {
    const [first] = cases;
    if (!first) return [];
    const bodies = cases.map(({ response, generated }) => ({
      body: response.body,
      made: generated.map((pointer) => pointer.replace(/^\/body/, "")),
    }));
    const { operation, response } = first;
    const places = sampledFieldsOf(bodies);
    return [{ suite, operation, status: response.status, bodies, places }];
  });
}

/** The faults of one operation × status. */
export function answerFaults(answer: SampledAnswer): AnswerMutant[] {
  const { operation, status } = answer;
  return [
    ...statusFaults(answer),
    ...headerFaults(answer),
    ...bodyFaults(answer.bodies)
      .filter(isFaultOf(status))
      .map(({ operator, place, description, apply }) => ({
        ...mutantOf(answer, operator, place),
        description: `${operation.id} ${status}: ${description}`,
        place,
        change: (found: WireAnswer) => {
          const changed = apply(readBody(found));
          return changed === undefined ? undefined : withBody(found, changed);
        },
      })),
    ...(answer.places.length > 0
      ? [
          {
            ...mutantOf(answer, "body cut short", ""),
            change: (found: WireAnswer) => ({
              ...found,
              body: found.body.slice(0, -1),
            }),
          },
        ]
      : []),
  ];
}

/** What a refusal lists, it lists in no order. */
function isFaultOf(status: number): (fault: { readonly operator: string }) => boolean {
  return ({ operator }) => status < 400 || operator !== "list reversed";
}

function statusFaults(answer: SampledAnswer): AnswerMutant[] {
  const { operation, status } = answer;
  const documented = Object.keys(operation.responses).map(Number);
  const next = documented[(documented.indexOf(status) + 1) % documented.length];
  const undocumented = [status + 1, status + 2, status + 18].find(
    (each) => !documented.includes(each) && each < 600,
  );
  const become = (operator: string, other: number | undefined) =>
    other === undefined || other === status
      ? []
      : [
          {
            ...mutantOf(answer, operator, String(other)),
            change: (found: WireAnswer) => ({ ...found, status: other }),
          },
        ];
  return [
    ...become("status: another documented one", next),
    ...become("status: an undocumented one", undocumented),
  ];
}

function headerFaults(answer: SampledAnswer): AnswerMutant[] {
  const documented = answer.operation.responses[answer.status];
  const named = documented?.headers ?? [];
  const type = documented?.contentType === undefined ? [] : ["Content-Type"];
  return [...type, ...named].flatMap((name) => {
    const ifThere = (change: (found: WireAnswer) => WireAnswer) => (found: WireAnswer) =>
      headerOf(found.headers, name) === undefined ? undefined : change(found);
    return [
      {
        ...mutantOf(answer, "header dropped", name),
        change: ifThere((found) => ({
          ...found,
          headers: withoutHeader(found.headers, name),
        })),
      },
      {
        ...mutantOf(
          answer,
          name === "Content-Type" ? "content type changed" : "header changed",
          name,
        ),
        change: ifThere((found) => ({
          ...found,
          headers: withHeader(found.headers, name, ([each, value]) => [
            each,
            name === "Content-Type" ? "text/html" : `${value}x`,
          ]),
        })),
      },
    ];
  });
}

/** A mutant's names; it has no effect yet. */
export function mutantOf(
  { suite, operation, status }: SampledAnswer,
  operator: string,
  place: string,
): Omit<AnswerMutant, "change"> {
  const where = `${operation.id} ${status}`;
  return {
    id: `${where} ${place} ${operator}`.replace("  ", " "),
    operator,
    description: `${where}: ${operator}${place && ` (${place})`}`,
    suite,
    operation,
    status,
  };
}

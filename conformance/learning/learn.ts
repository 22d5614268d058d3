/** Learns requests that a server accepts, for operations that no sample shows. */
import type { Operation, SampleRequest, SampleResponse } from "@contract-toolkit/contract";
import { isObject } from "@contract-toolkit/contract";
import type { Case } from "../cases/case.ts";
import { allowsRequest } from "../contract-allows.ts";
import { deriveRequest } from "@contract-toolkit/schemas/message-generator/messages";
import { replaceValue, valuesByPointer } from "../json-comparison/values.ts";
import type { Suite } from "../suite.ts";
import type { ServerUnderTest } from "../targets/state-setup.ts";
import {
  changesServer,
  collectionBefore,
  collectionOf,
  inSequence,
  isRead,
  pathParameters,
} from "./sequence.ts";
import { withTellingTexts } from "./telling-texts.ts";
import type { Tokens } from "./tokens.ts";
import { beforeDeadline } from "../runs/deadline.ts";
import { tryRequest, type Tried } from "./try-request.ts";
import {
  nameAtPointer,
  nounOf,
  plainName,
  resourcesIn,
  valuesFor,
  type Resource,
} from "./values.ts";

/** What is known before the run. */
export interface Knowledge {
  /** Values that the user gives, by `operationId.name` or by name, and whole bodies by `operationId`. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Documented examples of an operation's parameters by name, and of its bodies. */
  readonly examplesOf: (operation: Operation) => {
    readonly parameters: Readonly<Record<string, unknown>>;
    readonly bodies: readonly unknown[];
  };
  /** Whether the user asks for an operation by name, even if it changes the whole server. */
  readonly isWanted: (operation: Operation) => boolean;
  /** Makes the texts of the run unique. */
  readonly tokens: Tokens;
  /** Ends the learning. Operations that were not tried by then need more time. */
  readonly deadline?: AbortSignal | undefined;
}

/** What an operation needs, in general and in particular: names of parameters, or what the server answered. */
export interface Need {
  readonly what: string;
  readonly detail: string;
}

/** What a run has learned of an operation. */
export interface Learned {
  readonly operation: Operation;
  /** The last request, and what came of it; undefined if none could be sent. */
  readonly tried?: Tried;
  /** What an operation needs that the run does not have. */
  readonly need?: Need;
  /** The reason why the server does not seem to implement it. */
  readonly absence?: string;
}

/** Whether the server accepted the request, so that its neighbours can be judged. */
export function isAccepted({ tried }: Learned): boolean {
  const status = tried?.response?.status ?? 0;
  return status >= 200 && status < 300;
}

/** Tries operations in a lawful sequence. Each response may have the values that others need. */
export class Learner {
  readonly #suite: Suite;
  readonly #server: Pick<ServerUnderTest, "url" | "headers">;
  readonly #knowledge: Knowledge;
  readonly #resources: Resource[] = [];

  constructor(
    suite: Suite,
    server: Pick<ServerUnderTest, "url" | "headers">,
    knowledge: Knowledge,
  ) {
    this.#suite = suite;
    this.#server = server;
    this.#knowledge = knowledge;
    const given = Object.entries(knowledge.data).filter(([name]) => !name.includes("."));
    if (given.length > 0)
      this.#resources.push(
        ...resourcesIn(Object.fromEntries(given), { collection: "", context: {}, isOwn: true }),
      );
  }

  /** Tries reads, creations and changes until no further operation is within reach. */
  async learn(operations: readonly Operation[]): Promise<Map<Operation, Learned>> {
    const learned = new Map<Operation, Learned>();
    let waiting = inSequence(operations.filter(({ method }) => method !== "DELETE"));
    let isProgress = true;
    for (let round = 0; isProgress && round < MOST_ROUNDS; round += 1) {
      isProgress = false;
      for (const operation of waiting) {
        if (this.#knowledge.deadline?.aborted === true && learned.has(operation)) continue;
        const before = this.#resources.length;
        const result = await this.try(operation);
        learned.set(operation, result);
        isProgress ||= this.#resources.length > before || isAccepted(result);
      }
      waiting = waiting.filter((operation) => {
        const result = learned.get(operation);
        return result?.need !== undefined && !isAccepted(result);
      });
    }
    return learned;
  }

  /** The deletions among operations, those of inner resources first. They may only delete what the run has made. */
  deletions(operations: readonly Operation[]): Operation[] {
    return operations
      .filter(({ method }) => method === "DELETE")
      .toSorted((left, right) => pathParameters(right).length - pathParameters(left).length);
  }

  /** What an operation needs before it can be sent; undefined if it can be. */
  needOf(operation: Operation): Need | undefined {
    if (changesServer(operation) && !this.#knowledge.isWanted(operation))
      return { what: "--include, because they change the whole server", detail: "" };
    const requests = this.#requestsOf(operation);
    if ("underivable" in requests) return requests.underivable;
    return requests.candidates.length === 0 ? requests.need : undefined;
  }

  /** Sends the likeliest request of an operation, and others until one is accepted. */
  async try(operation: Operation): Promise<Learned> {
    const { deadline } = this.#knowledge;
    if (deadline?.aborted === true) return { operation, need: needOfTime };
    const need = this.needOf(operation);
    if (need !== undefined) return { operation, need };
    const requests = this.#requestsOf(operation);
    if ("underivable" in requests) return { operation, need: requests.underivable };
    let tried: Tried | undefined;
    let isOver = false;
    for (const request of requests.candidates) {
      const next = await beforeDeadline(this.#send(operation, request), deadline);
      isOver = !next;
      if (!next) break;
      const status = next.response?.status ?? 0;
      if (!tried || status < (tried.response?.status ?? 600)) tried = next;
      if (status < 400 || !retried.has(status)) break;
    }
    if (!tried) return { operation, need: isOver ? needOfTime : requests.need };
    const status = tried.response?.status ?? 0;
    if (status >= 200 && status < 300) {
      this.#keep(operation, tried);
      return { operation, tried };
    }
    const isUndocumented = tried.response?.isDocumented === false;
    if ((status === 501 || status === 405) && isUndocumented)
      return absent(operation, tried, status);
    if (status === 404 || status === 410) {
      const names = pathParameters(operation);
      if (names.length === 0 && isUndocumented) return absent(operation, tried, status);
      const what = names.length > 0 ? names.join(", ") : "something that exists";
      return {
        operation,
        tried,
        need: { what: `a resource (answered with ${status})`, detail: what },
      };
    }
    if (status === 401 || status === 403)
      return {
        operation,
        tried,
        need: { what: "a credential with more rights", detail: String(status) },
      };
    return status >= 400 && status < 500
      ? {
          operation,
          tried,
          need: {
            what: "a request that the server accepts (--data)",
            detail: describeRefusal(tried),
          },
        }
      : { operation, tried };
  }

  #send(operation: Operation, request: SampleRequest): Promise<Tried> {
    const played: Case = {
      id: `${operation.id}/derived`,
      kind: "derived" as const,
      why: "No sample calls this operation; the message is derived from its schema.",
      source: operation.source,
      operation,
      providerStates: [],
      fresh: [],
      generated: [],
      request,
      call: request,
      response: { status: 200, headers: {} },
    };
    return tryRequest(this.#suite, this.#server, this.#knowledge.tokens.renew(played));
  }

  /** Keeps what a response shows, and what a creation made. */
  #keep(operation: Operation, { played, response }: Tried): void {
    const context = played.request.path;
    const isOwn = operation.method === "POST" || operation.method === "PUT";
    const collection = isOwn || operation.method === "PATCH" ? collectionOf(operation) : "";
    const names = pathParameters(operation);
    const last = names.at(-1);
    const place = isRead(operation)
      ? operation.path.endsWith("}") && last !== undefined
        ? collectionBefore(operation.path, last)
        : operation.path.replace(/\/$/, "")
      : collection;
    this.#resources.push(...resourcesIn(response?.body, { collection: place, context, isOwn }));
    const id = response?.location?.split(/[?#]/)[0]?.replace(/\/$/, "").split("/").at(-1);
    if (isOwn && id !== undefined && id !== "")
      this.#resources.push({
        collection: place,
        context,
        isOwn,
        fields: new Map([["id", decodeURIComponent(id)]]),
      });
    // A response without a body: the request says what was made.
    if (isOwn)
      this.#resources.push(
        ...resourcesIn(
          {
            ...(isObject(played.request.body) && played.request.body),
            ...(operation.method === "PUT" && last !== undefined && { [last]: context[last] }),
          },
          { collection: place, context, isOwn },
        ),
      );
  }

  /** Requests of an operation, the likeliest first. */
  #requestsOf(
    operation: Operation,
  ):
    | { readonly underivable: Need }
    | { readonly candidates: readonly SampleRequest[]; readonly need: Need } {
    const derived = deriveRequest(this.#suite, operation.id);
    if ("underivable" in derived)
      return {
        underivable: {
          what: "a body with --data, because no valid one is found",
          detail: `${derived.underivable.field} ${derived.underivable.reason}`,
        },
      };
    const isValid = (request: SampleRequest) =>
      allowsRequest(this.#suite.contract, operation, request);
    const { parameters, bodies } = this.#knowledge.examplesOf(operation);
    const paths = this.#pathsOf(operation, derived.message.path, parameters);
    if (paths.length === 0 && !isRead(operation))
      return { candidates: [], need: this.#needOf(operation) };
    const found = paths.length > 0 ? paths : [derived.message.path];
    const query = this.#named(operation, "query", derived.message.query, parameters);
    const start = { ...derived.message, query };
    const told = withTellingTexts(start, this.#knowledge.tokens.first, isValid);
    const whole = this.#knowledge.data[operation.id];
    const wholes = [
      ...(whole === undefined ? [] : [{ ...told, body: whole }]),
      ...bodies.map((body) => ({ ...told, body })),
      ...this.#withDerivedBodies(operation, told, isValid),
      told,
    ].filter(isValid);
    const [first = told] = wholes;
    const distinct = new Map(
      [
        ...found.slice(0, MOST_PATHS).map((path) => ({ ...first, path })),
        ...wholes.slice(1).map((whole) => ({ ...whole, path: found[0] ?? {} })),
      ]
        .filter(isValid)
        .map((item) => [JSON.stringify(item), item]),
    );
    return {
      candidates: [...distinct.values()].slice(0, MOST_REQUESTS),
      need: this.#needOf(operation),
    };
  }

  /** A request with bodies of required and of all fields, also if the document does not say that a body is required. */
  #withDerivedBodies(
    operation: Operation,
    request: SampleRequest,
    isValid: (request: SampleRequest) => boolean,
  ): SampleRequest[] {
    if (!operation.body) return [];
    return (["required", "documented"] as const).flatMap((fields) => {
      const derived = deriveRequest(this.#suite, operation.id, fields, true);
      if ("underivable" in derived) return [];
      const { body } = derived.message;
      const told = withTellingTexts({ ...request, body }, this.#knowledge.tokens.first, isValid);
      return [{ ...told, body: this.#linked(told.body) }, told];
    });
  }

  #needOf(operation: Operation): Need {
    const detail = pathParameters(operation).join(", ");
    return isRead(operation)
      ? { what: "a resource", detail }
      : { what: "a resource that the run made (or --data)", detail };
  }

  /** Values for the parameters of the path. A request that changes something gets only those of the run's own resources. */
  #pathsOf(
    operation: Operation,
    derived: SampleRequest["path"],
    examples: Readonly<Record<string, unknown>>,
  ): SampleRequest["path"][] {
    const names = pathParameters(operation);
    const last = names.at(-1);
    if (last === undefined) return [derived];
    const known = (name: string) => {
      const given = this.#given(operation, name);
      if (given !== undefined) return [{ value: given, resource: undefined }];
      const collection = collectionBefore(operation.path, name);
      // Something new may be made inside of what no operation makes.
      const isParent = !operation.path.endsWith(`{${name}}`) && !this.#makes(collection);
      const mayUse = ({ isOwn }: Resource) => isOwn || isRead(operation) || isParent;
      return valuesFor(this.#resources.filter(mayUse), name, collection);
    };
    // A new resource may be put at a place of the run's own.
    const isNew = operation.method === "PUT" && operation.path.endsWith(`{${last}}`);
    const lasts = [
      ...known(last).map(({ value, resource }) => ({ value, context: resource?.context ?? {} })),
      ...(isRead(operation) && examples[last] !== undefined
        ? [{ value: examples[last], context: {} }]
        : []),
      ...(isNew ? [{ value: derived[last], context: {} }] : []),
    ];
    return lasts.flatMap(
      ({ value, context }: { value: unknown; context: SampleRequest["path"] }) => {
        const path: Record<string, unknown> = { ...derived, [last]: value };
        for (const name of names.slice(0, -1)) {
          const found =
            context[name] ??
            known(name)[0]?.value ??
            (isRead(operation) ? examples[name] : undefined);
          if (found === undefined) return [];
          path[name] = found;
        }
        return [path];
      },
    );
  }

  /** Whether an operation makes resources in a collection. */
  #makes(collection: string): boolean {
    return Object.values(this.#suite.contract.operations).some(
      (operation) =>
        (operation.method === "POST" || operation.method === "PUT") &&
        collectionOf(operation) === collection,
    );
  }

  #given({ id }: Operation, name: string): string | number | undefined {
    const { data } = this.#knowledge;
    const value = data[`${id}.${name}`] ?? data[name];
    return typeof value === "string" || typeof value === "number" ? value : undefined;
  }

  /** Required parameters with values that are given, shown or known. */
  #named(
    operation: Operation,
    place: "query",
    derived: SampleRequest["query"],
    examples: Readonly<Record<string, unknown>>,
  ): SampleRequest["query"] {
    return Object.fromEntries(
      Object.entries(derived).map(([name, value]) => {
        const documented = operation.parameters.some(
          (parameter) => parameter.in === place && parameter.name === name,
        );
        const found = this.#given(operation, name) ?? examples[name];
        return [name, documented && found !== undefined ? found : value];
      }),
    );
  }

  /** A body whose fields that name another resource have the id of a known one. */
  #linked(body: unknown): unknown {
    let linked = body;
    for (const [pointer, value] of valuesByPointer(body)) {
      const name = nameAtPointer(pointer);
      const isReference = /id$/.test(plainName(name)) && nounOf(name) !== "";
      if (!isReference || (typeof value !== "string" && typeof value !== "number")) continue;
      const found = valuesFor(this.#resources, name, "").find(
        (knownValue) => typeof knownValue.value === typeof value,
      );
      if (found) linked = replaceValue(linked, pointer, found.value);
    }
    return linked;
  }
}

const needOfTime: Need = { what: "more time (--max-time)", detail: "" };

/** Responses after which another request may be accepted. A server may fail without a body that the document makes optional. */
const retried: ReadonlySet<number> = new Set([400, 404, 409, 410, 415, 422, 500]);

/** Each round tries what an earlier one has brought within reach: an item in an item in an item. */
const MOST_ROUNDS = 4;

/** Lists may be long, and every value of them could be gone. */
const MOST_PATHS = 3;
const MOST_REQUESTS = 6;

function absent(operation: Operation, tried: Tried, status: number): Learned {
  const { method, path } = operation;
  return { operation, tried, absence: `${method} ${path} is answered with ${status}` };
}

function describeRefusal({ response }: Tried): string {
  const { body } = response ?? {};
  const text = typeof body === "string" ? body : JSON.stringify(body ?? "");
  return `${response?.status ?? ""} ${text.slice(0, LONGEST_REFUSAL)}`.trim();
}

/** One line of a terminal. */
const LONGEST_REFUSAL = 50;

/** The exchange as a case from which others are derived. */
export function learnedBase({ tried }: Learned): Case | undefined {
  const { played } = tried ?? {};
  const response: SampleResponse | undefined = played?.response;
  return played && response && response.status < 300 ? played : undefined;
}

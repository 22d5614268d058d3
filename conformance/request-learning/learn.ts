/** Learns requests that a server accepts, for operations that no sample shows. */
import {
  isObject,
  type Operation,
  type SampleRequest,
  type SampleResponse,
} from "@contract-toolkit/contract";
import { deriveRequest } from "@contract-toolkit/schemas/message-generator/messages";
import { plainCase, type Case } from "../cases/case.ts";
import { allowsRequest, isNotImplemented } from "../contract-allows.ts";
import { beforeDeadline } from "../runs/deadline.ts";
import type { Suite } from "../suite.ts";
import type { ServerUnderTest } from "../targets/state-setup.ts";
import { Known, type Knowledge } from "./known.ts";
import { changesServer, inSequence, isRead, pathParameters } from "./sequence.ts";
import { withTellingTexts } from "./telling-texts.ts";
import { tryRequest, type Tried } from "./try-request.ts";
import { isRefusal } from "../targets/response.ts";

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
  readonly #known: Known;

  constructor(
    suite: Suite,
    server: Pick<ServerUnderTest, "url" | "headers">,
    knowledge: Knowledge,
  ) {
    this.#suite = suite;
    this.#server = server;
    this.#knowledge = knowledge;
    this.#known = new Known(suite, knowledge);
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
        const before = this.#known.size;
        const result = await this.try(operation);
        learned.set(operation, result);
        isProgress ||= this.#known.size > before || isAccepted(result);
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
    const { isStateless, isWanted } = this.#knowledge;
    if (changesServer(operation) && !isStateless && !isWanted(operation))
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
      this.#known.keep(operation, tried);
      return { operation, tried };
    }
    const isUndocumented = tried.response?.isDocumented === false;
    if (isNotImplemented(operation, status) || (status === 405 && isUndocumented))
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
    return isRefusal(status)
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

  /** The likeliest request of an operation as a case from which others are derived, before it is sent; undefined if it needs something. */
  unsentBase(operation: Operation): Case | undefined {
    const requests = this.#requestsOf(operation);
    const [request] = "underivable" in requests ? [] : requests.candidates;
    return request && plainCase(operation, request);
  }

  #send(operation: Operation, request: SampleRequest): Promise<Tried> {
    const played = this.#knowledge.tokens.renew(plainCase(operation, request));
    return tryRequest(this.#suite, this.#server, played);
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
    const paths = this.#known.pathsOf(operation, derived.message.path, parameters);
    if (paths.length === 0 && !isRead(operation) && !this.#knowledge.isStateless)
      return { candidates: [], need: this.#needOf(operation) };
    const found = paths.length > 0 ? paths : [derived.message.path];
    const query = this.#known.named(operation, "query", derived.message.query, parameters);
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
        .map(withPathInBody)
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
      return [{ ...told, body: this.#known.linked(told.body) }, told];
    });
  }

  #needOf(operation: Operation): Need {
    const detail = pathParameters(operation).join(", ");
    return isRead(operation)
      ? { what: "a resource", detail }
      : { what: "a resource that the run made (or --data)", detail };
  }
}

/** A field of the body that is named like a parameter of the path has its value. */
function withPathInBody(request: SampleRequest): SampleRequest {
  const { path, body } = request;
  if (!isObject(body)) return request;
  const repeated = Object.entries(path).filter(
    ([name, value]) => typeof body[name] === typeof value,
  );
  return { ...request, body: { ...body, ...Object.fromEntries(repeated) } };
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

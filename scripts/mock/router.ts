import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";
import {
  contentOf,
  contentsOf,
  documentedOf,
  type Handler,
  type Operation,
  type OperationTypes,
} from "@contract-toolkit/contract";
import type { Suite } from "@contract-toolkit/conformance";
import {
  compiledEngine,
  createContractRouter,
  type ResponseInfo,
  type HookInput,
  type ContractRouter,
  type Engine,
  type Problem,
  type ProblemAnswer,
} from "@contract-toolkit/skeleton";
import { createAnswers, type Origin } from "./answers.ts";
import { answeredBody, sampledBody } from "./bodies.ts";
import { choose } from "./choose.ts";
import { hasCredential } from "./credentials.ts";
import { readPreference, writePreference, type Preference } from "./preference.ts";
import { ForcedFailure, NoCredentialError, refuse } from "./refusals.ts";
import { samplesOf, valuesOf, type Asked, type Values } from "./samples.ts";

/** A mock of one contract. */
export type Mock = ReturnType<typeof createMock>;

interface MockRouterOptions {
  /** Default: the compiled validators. */
  readonly engine?: Engine;
  /** Called for each request; true makes a valid request fail. */
  readonly fails?: () => boolean;
  readonly notFound?: "refuse" | "next";
  readonly onResponse?: (answered: MockResponseInfo) => void;
}

/** An answered request, and the origin of its answer. */
export interface MockResponseInfo extends ResponseInfo<object> {
  readonly answer: string;
}

/** Names the sample of an answer, or says that it was derived. */
const answerHeader = "X-Mock-Answer";

/** RFC 7240, section 3: the preferences that were applied. */
const appliedHeader = "Preference-Applied";

interface Exchange {
  readonly response: ServerResponse;
  operation?: Operation;
  asked: Values;
  answer: string;
}

/**
 * Makes a router that serves a contract without a server: each request is validated and answered with the sample that fits
 * best. It keeps no state, so the same request always has the same answer.
 */
export function createMock(suite: Suite, options: MockRouterOptions = {}) {
  const { contract } = suite;
  const samples = samplesOf(suite);
  const all = [...samples.values()].flat();
  const answers = createAnswers(suite);
  const exchanges = new AsyncLocalStorage<Exchange>();

  function handlerOf(operation: Operation): Handler<OperationTypes, object, IncomingMessage> {
    return async (received, reply) => {
      const { path, query, headers, cookies, request } = received;
      const contentType = "contentType" in received ? received.contentType : undefined;
      const body = await sampledBody(received.body);
      const message = { path, query, headers, cookies, contentType, body } as Asked;
      const { response, origin, applied, ignored } = choose(
        {
          operation,
          samples: samples.get(operation.id) ?? [],
          asked: valuesOf({ operation }, message),
          preference: readPreference(request.headers["prefer"]),
          preferredType: (status) =>
            contentsOf(documentedOf(operation.responses, status)).length > 0
              ? received.preferred(status)
              : undefined,
        },
        answers,
      );
      setAnswerHeaders(exchanges.getStore(), origin, { applied, ignored });
      const { status, contentType: type } = response;
      const content = contentOf(documentedOf(operation.responses, status), type);
      const chosen = type !== undefined && { "content-type": type };
      return reply(status, answeredBody(content, response.body), {
        ...{ ...response.headers, ...chosen },
      });
    };
  }

  /** Also answers requests that reach no router, such as invalid HTTP. */
  function errorHandler(problem: Problem): ProblemAnswer {
    const exchange = exchanges.getStore();
    const operation = exchange?.operation;
    const refused = {
      problem,
      operation,
      samples: samples.get(operation?.id ?? "") ?? [],
      elsewhere: all,
      asked: exchange?.asked ?? new Map<string, unknown>(),
      preference: readPreference(exchange?.response.req.headers["prefer"]),
    };
    const { answer, origin } = refuse(refused, contract, answers);
    setAnswerHeaders(exchange, origin);
    return answer;
  }

  const serve = createContractRouter(
    contract,
    Object.fromEntries(
      Object.values(contract.operations).map((operation) => [operation.id, handlerOf(operation)]),
    ),
    {
      authenticate({ operation, credentials }: HookInput) {
        const exchange = exchanges.getStore();
        if (exchange) exchange.operation = operation;
        if (options.fails?.()) throw new ForcedFailure();
        if (!hasCredential(operation, credentials, samples.get(operation.id) ?? []))
          throw new NoCredentialError();
        return {};
      },
      engine: observed(options.engine ?? compiledEngine(contract), (operation, message) => {
        const exchange = exchanges.getStore();
        if (exchange) exchange.asked = valuesOf({ operation }, message);
      }),
      errorHandler,
      onResponse(answered) {
        options.onResponse?.({ ...answered, answer: exchanges.getStore()?.answer ?? "" });
      },
      notFound: options.notFound ?? "refuse",
      cors: { origins: "*", requestHeaders: ["Prefer"] },
    },
  );
  const router: ContractRouter = (request, response, next) => {
    const exchange: Exchange = { response, asked: new Map(), answer: "" };
    exchanges.run(exchange, () => {
      serve(request, response, next);
    });
  };
  return { router, errorHandler };
}

/** Wraps an engine so that it reports each request before it validates it. */
function observed(
  engine: Engine,
  onRequest: (operation: Operation, message: Asked) => void,
): Engine {
  return {
    request(operation, message) {
      onRequest(operation, message);
      return engine.request(operation, message);
    },
    response: (...given) => engine.response(...given),
  };
}

/** Sets the headers that describe the answer. Pages of other origins may read them. */
function setAnswerHeaders(
  exchange: Exchange | undefined,
  origin: Origin | undefined,
  { applied = {}, ignored = {} }: { applied?: Preference; ignored?: Preference } = {},
): void {
  if (!exchange || exchange.response.headersSent) return;
  const { response } = exchange;
  const followed = writePreference(applied);
  const passedOver = writePreference(ignored);
  exchange.answer =
    describe(origin) + (passedOver === "" ? "" : `; ignored="${printable(passedOver)}"`);
  response.setHeader(answerHeader, exchange.answer);
  if (followed !== "") response.setHeader(appliedHeader, printable(followed));
  const exposed = String(response.getHeader(exposeHeader) ?? "");
  const own = [answerHeader, appliedHeader].join(", ");
  // This runs twice if the chosen answer turns out to be invalid.
  if (!exposed.endsWith(own))
    response.setHeader(exposeHeader, exposed === "" ? own : `${exposed}, ${own}`);
}

const exposeHeader = "Access-Control-Expose-Headers";

function describe(origin: Origin | undefined): string {
  if (!origin) return "problem";
  if (origin.sample === undefined) return "derived";
  return `sample ${printable(origin.sample)}${origin.isNearest ? "; nearest" : ""}`;
}

function printable(text: string): string {
  return text.replace(/[^ !#-~]/g, "?");
}

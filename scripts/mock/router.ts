import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";
import {
  contentOf,
  contentsOf,
  documentedOf,
  type Handler,
  type Operation,
  type OperationTypes,
} from "@contract-toolkit/kernel";
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
} from "@contract-toolkit/server";
import { createAnswers, type Origin } from "./answers.ts";
import { answeredBody, sampledBody } from "./bodies.ts";
import { choose } from "./choose.ts";
import { hasCredential } from "./credentials.ts";
import { readPreference, writePreference, type Preference } from "./preference.ts";
import { ForcedFailure, NoCredentialError, refuse } from "./refusals.ts";
import { samplesOf, valuesOf, type Asked, type Values } from "./samples.ts";

/** A mock of one contract. */
export type Mock = ReturnType<typeof createMock>;

/** What a mock of one contract is made with. */
export interface MockRouterOptions {
  /** Default: the compiled validators. */
  readonly engine?: Engine;
  /** Whether a request is to fail though nothing is wrong with it. */
  readonly fails?: () => boolean;
  readonly notFound?: "refuse" | "next";
  readonly onResponse?: (told: MockResponseInfo) => void;
}

/** What became of a request, and where its answer comes from. */
export interface MockResponseInfo extends ResponseInfo<object> {
  readonly answer: string;
}

/** Tells which sample an answer is, or that it was derived. */
export const answerHeader = "X-Mock-Answer";

/** RFC 7240, section 3: what of a preference was followed. */
const appliedHeader = "Preference-Applied";

interface Exchange {
  readonly response: ServerResponse;
  operation?: Operation;
  asked: Values;
  answer: string;
}

/**
 * Serves a contract with nothing behind it: each request is validated as a server does, and answered with the sample that fits
 * best. It keeps no state, and the same request has the same answer.
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
      tell(exchanges.getStore(), origin, { applied, ignored });
      const { status, contentType: type } = response;
      const content = contentOf(documentedOf(operation.responses, status), type);
      const chosen = type !== undefined && { "content-type": type };
      return reply(status, answeredBody(content, response.body), {
        ...{ ...response.headers, ...chosen },
      });
    };
  }

  /** Answers also what no router is given, such as what is no HTTP. */
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
    tell(exchange, origin);
    return answer;
  }

  const serve = createContractRouter(
    contract,
    Object.fromEntries(
      Object.values(contract.operations).map((each) => [each.id, handlerOf(each)]),
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
      engine: noting(options.engine ?? compiledEngine(contract), (operation, message) => {
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

/** An engine that lets what it judges be seen. */
function noting(engine: Engine, note: (operation: Operation, message: Asked) => void): Engine {
  return {
    request(operation, message) {
      note(operation, message);
      return engine.request(operation, message);
    },
    response: (...given) => engine.response(...given),
  };
}

/** Says in headers, which pages of other origins may read, what the answer is. */
function tell(
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
  // An answer that turns out to be none is told a second time.
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

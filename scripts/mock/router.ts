import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";
import {
  findBodyContent,
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
  type ProblemResponse,
} from "@contract-toolkit/skeleton";
import { createResponses, type Origin } from "./responses.ts";
import { answeredBody, sampledBody } from "./bodies.ts";
import { choose } from "./choose.ts";
import { hasCredential } from "./credentials.ts";
import { readPreference, writePreference, type Preference } from "./preference.ts";
import { MockError } from "./errors.ts";
import { makeRefusal } from "./refusals.ts";
import { groupKnownSamples, requestValues, type Asked, type Values } from "./samples.ts";

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

/** An answered request, and the origin of its response. */
export interface MockResponseInfo extends ResponseInfo<object> {
  readonly sample: string;
}

/** Names the sample of a response, or says that it was derived. */
const responseHeader = "X-Mock-Sample";

/** RFC 7240, section 3: the preferences that were applied. */
const appliedHeader = "Preference-Applied";

/** The longest texts of boundaries have ten million characters. */
const MOST_BYTES = 50_000_000;

interface Exchange {
  readonly response: ServerResponse;
  operation?: Operation;
  asked: Values;
  sample: string;
}

/**
 * Makes a router that serves a contract without a server: each request is validated and answered with the sample that fits
 * best. It keeps no state, so the same request always has the same response.
 */
export function createMock(suite: Suite, options: MockRouterOptions = {}) {
  const { contract } = suite;
  const samples = groupKnownSamples(suite);
  const all = [...samples.values()].flat();
  const responses = createResponses(suite);
  const exchanges = new AsyncLocalStorage<Exchange>();

  function mockHandler(operation: Operation): Handler<OperationTypes, object, IncomingMessage> {
    return async (received, reply) => {
      const { path, query, headers, cookies, request } = received;
      const contentType = "contentType" in received ? received.contentType : undefined;
      const body = await sampledBody(received.body);
      const message = { path, query, headers, cookies, contentType, body } as Asked;
      const { response, origin, applied, ignored } = choose(
        {
          operation,
          samples: samples.get(operation.id) ?? [],
          asked: requestValues({ operation }, message),
          preference: readPreference(request.headers["prefer"]),
          preferredType: (status) =>
            contentsOf(documentedOf(operation.responses, status)).length > 0
              ? received.preferred(status)
              : undefined,
        },
        responses,
      );
      setResponseHeaders(exchanges.getStore(), origin, { applied, ignored });
      const { status, contentType: type } = response;
      const content = findBodyContent(documentedOf(operation.responses, status), type);
      const chosen = type !== undefined && { "content-type": type };
      return reply(status, answeredBody(content, response.body), {
        ...response.headers,
        ...chosen,
      });
    };
  }

  /** Also answers requests that reach no router, such as invalid HTTP. */
  function errorHandler(problem: Problem): ProblemResponse {
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
    const { response, origin } = makeRefusal(refused, contract, responses);
    setResponseHeaders(exchange, origin);
    return response;
  }

  const serve = createContractRouter(
    contract,
    Object.fromEntries(
      Object.values(contract.operations).map((operation) => [operation.id, mockHandler(operation)]),
    ),
    {
      authenticate({ operation, credentials }: HookInput) {
        const exchange = exchanges.getStore();
        if (exchange) exchange.operation = operation;
        if (options.fails?.())
          throw new MockError("forced-failure", "The option --fail asks for a failure.");
        if (!hasCredential(operation, credentials, samples.get(operation.id) ?? []))
          throw new MockError(
            "no-credential",
            "A credential of the documented scheme is missing.",
            401,
          );
        return {};
      },
      engine: observed(options.engine ?? compiledEngine(contract), (operation, message) => {
        const exchange = exchanges.getStore();
        if (exchange) exchange.asked = requestValues({ operation }, message);
      }),
      errorHandler,
      onResponse(answered) {
        options.onResponse?.({ ...answered, sample: exchanges.getStore()?.sample ?? "" });
      },
      notFound: options.notFound ?? "refuse",
      cors: { origins: "*", requestHeaders: ["Prefer"] },
      bodyLimitBytes: MOST_BYTES,
    },
  );
  const router: ContractRouter = (request, response, next) => {
    const exchange: Exchange = { response, asked: new Map(), sample: "" };
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

/** Sets the headers that describe the response. Pages of other origins may read them. */
function setResponseHeaders(
  exchange: Exchange | undefined,
  origin: Origin | undefined,
  { applied = {}, ignored = {} }: { applied?: Preference; ignored?: Preference } = {},
): void {
  if (!exchange || exchange.response.headersSent) return;
  const { response } = exchange;
  const followed = writePreference(applied);
  const passedOver = writePreference(ignored);
  exchange.sample =
    describeOrigin(origin) + (passedOver === "" ? "" : `; ignored="${printableAscii(passedOver)}"`);
  response.setHeader(responseHeader, exchange.sample);
  if (followed !== "") response.setHeader(appliedHeader, printableAscii(followed));
  const exposed = String(response.getHeader(exposeHeader) ?? "");
  const own = [responseHeader, appliedHeader].join(", ");
  // This runs twice if the chosen response turns out to be invalid.
  if (!exposed.endsWith(own))
    response.setHeader(exposeHeader, exposed === "" ? own : `${exposed}, ${own}`);
}

const exposeHeader = "Access-Control-Expose-Headers";

function describeOrigin(origin: Origin | undefined): string {
  if (!origin) return "problem";
  if (origin.sample === undefined) return "derived";
  return `sample ${printableAscii(origin.sample)}${origin.isNearest ? "; nearest" : ""}`;
}

function printableAscii(text: string): string {
  return text.replace(/[^ !#-~]/g, "?");
}

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Operation } from "@contract-toolkit/kernel";
import { Answer } from "../answers/answer.ts";

/** Which web pages of other origins may use the contract from a browser. */
export interface CorsOptions {
  /** Origins such as `https://app.example`; `*`: every page may, without cookies. */
  readonly origins: "*" | readonly string[];
  /** Request headers that may be sent beside those that an operation documents. */
  readonly requestHeaders?: readonly string[];
  /** Whether a browser may send cookies, and the page read the answer. Only for listed origins. Default: false. */
  readonly credentials?: boolean;
  /** How long a browser may keep the answer to a preflight. Default: 600, because browsers keep some for two hours at most. */
  readonly maxAgeSeconds?: number;
}

/**
 * Answers what browsers ask on behalf of a page (the CORS protocol of the Fetch standard) from the contract: the methods,
 * request headers and response headers that it documents.
 *
 * @throws {TypeError} for an origin that no browser sends, or credentials for every origin, which no browser accepts.
 */
export function createCors({
  origins,
  requestHeaders = [],
  credentials = false,
  maxAgeSeconds = 600,
}: CorsOptions) {
  if (origins === "*") {
    if (credentials) throw new TypeError('CORS with credentials needs a list of origins, not "*".');
  } else {
    const wrong = origins.find((origin) => !isOrigin(origin));
    if (wrong !== undefined)
      throw new TypeError(`${wrong} is no origin, such as https://app.example without a path.`);
  }

  const isAllowed = (origin: string) => origins === "*" || origins.includes(origin);

  return {
    /** Sets what every answer to a page carries. */
    allow({ headers: { origin } }: IncomingMessage, response: ServerResponse): void {
      if (origins !== "*") response.appendHeader("Vary", "Origin");
      if (origin === undefined || !isAllowed(origin)) return;
      response.setHeader("Access-Control-Allow-Origin", origins === "*" ? "*" : origin);
      if (credentials) response.setHeader("Access-Control-Allow-Credentials", "true");
    },
    /** Lets a page read the documented headers of an answer. */
    expose({ responses }: Operation, response: ServerResponse): void {
      const names = new Set(Object.values(responses).flatMap(({ headers }) => headers));
      if (names.size > 0)
        response.setHeader("Access-Control-Expose-Headers", [...names].join(", "));
    },
    /** The answer to a preflight, by the methods of the path and the operation that is asked for. */
    preflight(methods: readonly string[], operation: Operation | undefined): Answer {
      const names = [...requestHeaders, ...(operation ? headersOf(operation) : [])];
      return new Answer(204, undefined, {
        "Access-Control-Allow-Methods": methods.join(", "),
        "Access-Control-Allow-Headers": names.length > 0 ? names.join(", ") : undefined,
        "Access-Control-Max-Age": maxAgeSeconds,
      });
    },
  };
}

function isOrigin(text: string): boolean {
  return !text.includes("*") && URL.parse(text)?.origin === text;
}

/** The method that a page wants to use, if a request is a preflight. */
export function preflightMethodOf({ method, headers }: IncomingMessage): string | undefined {
  return method === "OPTIONS" && headers.origin !== undefined
    ? headers["access-control-request-method"]
    : undefined;
}

/** The headers that an operation is sent with, those of credentials among them. */
function headersOf({ parameters, security = [], body, contentType }: Operation): string[] {
  const secrets = security.flat().filter((each) => each.in === "header");
  const names = [...parameters.filter((each) => each.in === "header"), ...secrets].map(
    ({ name }) => name,
  );
  return (body ?? contentType) ? [...names, "Content-Type"] : names;
}

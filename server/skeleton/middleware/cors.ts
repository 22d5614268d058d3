import type { IncomingMessage, ServerResponse } from "node:http";
import type { Operation } from "@contract-toolkit/contract";
import { PreparedResponse } from "../responses/response.ts";

/** Which web pages of other origins may use the contract from a browser. */
export interface CorsOptions {
  /** Origins such as `https://app.example`. `*` allows every page, without cookies. */
  readonly origins: "*" | readonly string[];
  /** Request headers that are allowed in addition to the documented ones. */
  readonly requestHeaders?: readonly string[];
  /** Whether a browser may send cookies. Only for listed origins. Default: false. */
  readonly credentials?: boolean;
  /** How long a browser may cache a preflight. Default: 600. Browsers cache it for two hours at most. */
  readonly maxAgeSeconds?: number;
}

/**
 * Answers CORS requests (Fetch standard) from the contract: its methods, request headers and response headers.
 *
 * @throws {TypeError} for an invalid origin, or credentials with every origin, which browsers do not accept
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
      throw new TypeError(`${wrong} is not an origin, such as https://app.example without a path.`);
  }

  const isAllowed = (origin: string) => origins === "*" || origins.includes(origin);

  return {
    /** Sets the headers of every response. */
    allow({ headers: { origin } }: IncomingMessage, response: ServerResponse): void {
      if (origins !== "*") response.appendHeader("Vary", "Origin");
      if (origin === undefined || !isAllowed(origin)) return;
      response.setHeader("Access-Control-Allow-Origin", origins === "*" ? "*" : origin);
      if (credentials) response.setHeader("Access-Control-Allow-Credentials", "true");
    },
    /** Lets a page read the documented headers. */
    expose({ responses }: Operation, response: ServerResponse): void {
      const names = new Set(Object.values(responses).flatMap(({ headers }) => headers));
      if (names.size > 0)
        response.setHeader("Access-Control-Expose-Headers", [...names].join(", "));
    },
    /** The response to a preflight. */
    preflight(methods: readonly string[], operation: Operation | undefined): PreparedResponse {
      const names = [...requestHeaders, ...(operation ? allowedHeaders(operation) : [])];
      return new PreparedResponse(204, undefined, {
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

/** The method that a preflight asks for; undefined if the request is not a preflight. */
export function preflightMethodOf({ method, headers }: IncomingMessage): string | undefined {
  return method === "OPTIONS" && headers.origin !== undefined
    ? headers["access-control-request-method"]
    : undefined;
}

/** The request headers of an operation, with those of credentials. */
function allowedHeaders({ parameters, security = [], body, contentType }: Operation): string[] {
  const secrets = security.flat().filter((requirement) => requirement.in === "header");
  const names = [...parameters.filter((parameter) => parameter.in === "header"), ...secrets].map(
    ({ name }) => name,
  );
  return (body ?? contentType) ? [...names, "Content-Type"] : names;
}

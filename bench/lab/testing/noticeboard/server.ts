import { createServer } from "node:http";
import {
  isObject,
  type ByteBody,
  type Contract,
  type OperationTypes,
  type Received,
  type Reply,
} from "@contract-toolkit/contract";
import type { Problem, ProblemResponse } from "../../../../server/skeleton/index.ts";
import { listen, type Listening } from "../../../../server/skeleton/testing/listen.ts";
import type { Host, Skeleton } from "./hosts.ts";
import type { PublicKeys, userOf } from "./tokens.ts";

/** The parts of the server. Each may be a copy with a violation. */
interface BoardParts {
  readonly contract: Contract;
  readonly keys: PublicKeys;
  readonly skeleton: Skeleton;
  readonly host: Host;
  readonly userOf: typeof userOf;
}

export const BODY_LIMIT_BYTES = 8_192;

/** Serves the noticeboard on a free port. Its types are generated at run time, so the handlers cannot import them. */
export async function startNoticeboard({
  contract,
  keys,
  ...parts
}: BoardParts): Promise<Listening> {
  const router = parts.host(parts.skeleton, contract, handlers as never, {
    bodyLimitBytes: BODY_LIMIT_BYTES,
    uploads: { limitBytes: BODY_LIMIT_BYTES },
    authenticate({ credentials }) {
      const { BearerAuth: token = "" } = credentials as Record<string, string | undefined>;
      return parts.userOf(token, keys, Date.now() / 1000);
    },
    errorHandler: respondToProblem,
    // Refusals are expected and not logged.
    onResponse: () => undefined,
  });
  return listen(createServer(router));
}

type Handler = (request: Received<OperationTypes, object>, reply: Reply<OperationTypes>) => unknown;

const handlers: Readonly<Record<string, Handler>> = {
  find({ query, headers }, reply) {
    const { filter } = query as { filter?: unknown };
    const known = { ...(isObject(filter) && { filter: only(filter, filterFields) }) };
    return reply(200, { ...only(query, queryFields), ...only(headers, ["readers"]), ...known });
  },
  compare: ({ path }, reply) => reply(200, path),
  pin({ body }, reply) {
    if (isObject(body) && body["title"] === "taken") throw new TakenError();
    return reply(201, only(body, noticeFields));
  },
  async attach({ body }, reply) {
    const { picture, details, ...fields } = await (body as Form).read();
    const content = Buffer.from(await picture.body.bytes()).toString("base64");
    const { filename, contentType } = picture;
    const named = filename === undefined ? {} : { name: filename };
    return reply(200, {
      ...only(fields, noticeFields),
      ...(details && { details: only(details, noticeFields) }),
      picture: { ...named, type: contentType, content },
    });
  },
  write: ({ body }, reply) => reply(200, body),
};

const noticeFields = ["title", "pages", "labels", "urgent"];
const filterFields = ["colour", "size", "tags"];
const queryFields = ["labels", "places", "words", "sizes", "filter", "text", "page"];

/** Keeps the documented fields. */
function only(fields: unknown, names: readonly string[]): Record<string, unknown> {
  const entries = isObject(fields) ? Object.entries(fields) : [];
  return Object.fromEntries(entries.filter(([name]) => names.includes(name)));
}

class TakenError extends Error {
  readonly code = "taken";
}

/** The form of `attach` as the skeleton passes it. */
interface Form {
  read(): Promise<{
    readonly details?: object;
    readonly picture: {
      readonly filename?: string;
      readonly contentType: string;
      readonly body: ByteBody;
    };
  }>;
}

function respondToProblem(problem: Problem): ProblemResponse {
  switch (problem.kind) {
    case "invalid-request":
      return refusal(
        400,
        problem.kind,
        problem.violations.map(({ field }) => field),
      );
    case "unknown-path":
      return refusal(404, problem.kind);
    case "method-not-allowed":
      return refusal(405, problem.kind);
    case "unsupported-media-type":
      return refusal(415, problem.kind);
    case "body-too-large":
      return refusal(413, problem.kind);
    case "malformed-request":
      return refusal(problem.status, problem.kind);
    case "thrown":
      return respondWithError(problem.error);
    case "invalid-response":
      return refusal(500, problem.kind);
  }
}

/** A copy of a module has its own classes, so errors are recognized by their codes. */
function respondWithError(error: unknown): ProblemResponse {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "taken") return refusal(409, "There is such a notice.");
  return code === "not-let-in"
    ? { ...refusal(401, code), headers: { "www-authenticate": "Bearer" } }
    : refusal(500, "thrown");
}

function refusal(status: number, title: string, fields: readonly string[] = []): ProblemResponse {
  return { status, body: { title, fields } };
}

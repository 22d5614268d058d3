import type { Operation, SampleRequest } from "../../generated/contract.ts";
import { explain } from "../../generated/faults.ts";
import { valueAt } from "../pointer.ts";
import { fillPlaceholders, writeRequest } from "../request.ts";
import type { Suite } from "../suite.ts";
import { describeFault, type Finding } from "../verdict.ts";

/** An answer as it came over the wire. */
export interface ServerAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** An answer as its contract sees it. */
export interface JudgedAnswer {
  readonly status: number;
  /** The documented ones that are there. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** What breaks the contract. */
  readonly findings: readonly Finding[];
  /** JSON pointers of the places that do. */
  readonly broken: ReadonlySet<string>;
}

/**
 * Sends a request to a server. Credentials fill its placeholders, and what givens have added to them goes along.
 *
 * @param headers credentials and what givens have added
 * @param credentials the credentials alone
 */
export async function sendRequest(
  server: URL,
  operation: Operation,
  request: SampleRequest,
  headers: Readonly<Record<string, string>>,
  credentials: Readonly<Record<string, string>>,
): Promise<ServerAnswer> {
  const { url, ...init } = writeRequest(
    operation,
    {
      ...request,
      headers: {
        ...fillPlaceholders(request.headers, headers),
        ...addedHeaders(headers, credentials),
      },
    },
    server,
  );
  const response = await fetch(url, { ...init, redirect: "manual" });
  return {
    status: response.status,
    headers: response.headers,
    text: await response.text(),
  };
}

/** Judges an answer by the contract alone: its content type, headers and body have to be what its status documents. */
export function judgeAnswer(
  { contract, positionOf }: Pick<Suite, "contract" | "positionOf">,
  operation: Operation,
  answer: ServerAnswer,
): JudgedAnswer {
  const { status } = answer;
  const body = readBody(answer);
  const documented = operation.responses[status];
  const headers = Object.fromEntries(
    (documented?.headers ?? []).flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  const findings: Finding[] = [];
  const type = mediaType(answer);
  if (
    documented?.contentType !== undefined &&
    type !== documented.contentType.toLowerCase()
  ) {
    findings.push({
      message: `content type: expected ${documented.contentType}, found ${type ?? "none"}`,
    });
  }
  const validate = contract.validators[operation.id]?.responses[status];
  const faults =
    validate?.({ headers, body }) === false
      ? explain(validate.errors ?? [])
      : [];
  findings.push(...faults.map((fault) => describeFault(fault, positionOf)));
  const broken = new Set(faults.map(({ pointer }) => pointer));
  return { status, headers, body, findings, broken };
}

/** The finding that an answer has another status than it must have. */
export function wrongStatus(
  operation: Operation,
  expected: number,
  answer: ServerAnswer,
): Finding {
  const { status, text } = answer;
  const told = `status: expected ${String(expected)}, found `;
  return {
    message: `${told}${String(status)} ${text.slice(0, 300)}`,
    repeatable: told + statusAndCode(operation, status, readBody(answer)),
  };
}

/** Which error an answer is; the rest of its body is the server's own. */
export function statusAndCode(
  { responses }: Operation,
  status: number,
  body: unknown,
): string {
  const property = responses[status]?.errorCode?.property;
  const code =
    property === undefined ? undefined : valueAt(body, `/${property}`);
  return property !== undefined && typeof code === "number"
    ? `${String(status)} with ${property} ${String(code)}`
    : String(status);
}

/** Headers that a given has added beyond the credentials, such as a test scenario. */
function addedHeaders(
  headers: Readonly<Record<string, string>>,
  credentials: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !(name in credentials)),
  );
}

/** The media type without its parameters; neither case nor space around it matters (RFC 9110, section 8.3.1). */
function mediaType({ headers }: ServerAnswer): string | undefined {
  return headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
}

function readBody(answer: ServerAnswer): unknown {
  const { text } = answer;
  if (text === "") return undefined;
  if (mediaType(answer)?.startsWith("text/")) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

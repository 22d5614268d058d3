import {
  bodyKindOf,
  findBodyContent,
  isObject,
  type SampleRequest,
  type SampleResponse,
} from "@contract-toolkit/contract";
import type { Case } from "../case.ts";
import { allowsResponse, allowsRequest } from "../../contract-allows.ts";
import { responseSchemaOf } from "@contract-toolkit/schemas/message-schemas/resolved-schemas";
import { deriveResponse } from "@contract-toolkit/schemas/message-generator/messages";
import { isScenarioPlaceholder } from "../../request.ts";
import {
  type CallCase,
  asDocumented,
  callCase,
  statusPrefix,
  type CallContext,
} from "./call-case.ts";
import { fitsFormats } from "./fits-formats.ts";
import {
  numberSpellings,
  otherSpellings,
  spelledOtherwise,
  spellTexts,
  textSpellings,
  tinyNumbers,
  type Spelling,
} from "./spellings.ts";

export function valueCases(context: CallContext): CallCase[] {
  return [
    ...inCall(context),
    ...credentials(context),
    ...[context.success, ...context.errors.slice(0, 1)].flatMap((base) =>
      inResponse(context, base),
    ),
  ];
}

const OF_JSON = ["values", "RFC 8259, sections 6 to 8"] as const;
const OF_URL = ["values", "RFC 3986, sections 2.1 and 2.5"] as const;
const OF_HEADER = ["values", "RFC 9110, section 5.5"] as const;

function inCall({ suite: { contract, requestSchema }, success }: CallContext): CallCase[] {
  const { operation, call } = success;
  const schema = requestSchema(operation.id);
  const isAllowed = (changed: SampleRequest) =>
    allowsRequest(contract, operation, changed) && fitsFormats(schema, changed);
  const all = [...textSpellings, ...numberSpellings, ...otherSpellings];
  const inQuery = [...all, ...pathSpellings].map(shortenSpelling);
  const content = findBodyContent(operation.body, call.contentType);
  const isJson = isObject(call.body) && content !== undefined && bodyKindOf(content) === "json";
  const parts = [
    ["path", OF_URL, inQuery.map(fillSpelling)],
    ["query", OF_URL, inQuery],
    ["headers", OF_HEADER, headerSpellings],
    ["body", OF_JSON, isJson ? [...all, tinyNumbers] : []],
  ] as const;
  return parts.flatMap(([part, section, spellings]) =>
    spellings.flatMap((spelling) => {
      const isPlace = (pointer: string) =>
        pointer.startsWith(`/${part}/`) && !isCredentialValue(success, pointer);
      const changed = spelledOtherwise(call, spelling, isAllowed, isPlace);
      const [name, why] = [`${part} ${spelling.name}`, `${part}: ${spelling.name}`];
      // The item of a list may have its separator.
      const isList = part !== "body" && spelling.name.startsWith("lists ");
      const unsent = isList ? ({ mayBeUnsent: true } as const) : {};
      return changed ? [callCase(success, section, name, why, { call: changed, ...unsent })] : [];
    }),
  );
}

/**
 * Many servers read at most 8,000 bytes of a request line, and a character may take 12. A URL cannot tell a list without items from
 * none.
 */
function shortenSpelling({ name, spell }: Spelling): Spelling {
  const fits = (value: unknown) =>
    String(value).length <= LONGEST_IN_URL && !(Array.isArray(value) && value.length === 0);
  return { name, spell: (value) => spell(value).filter(fits) };
}

/** Paths have no empty values. */
function fillSpelling({ name, spell }: Spelling): Spelling {
  return { name, spell: (value) => spell(value).filter((value) => value !== "") };
}

const LONGEST_IN_URL = 255;

const pathSpellings: readonly Spelling[] = [
  spellTexts("slashes", "a/b//c/"),
  spellTexts("a question mark and a hash", "a?b=c&d#e"),
  spellTexts("percent signs", "100%25 %zz %"),
  spellTexts("plus signs", "a+b +"),
  spellTexts("sub-delimiters", "a!$&'()*,;=:@b"),
  spellTexts("brackets", "a[0]{b}|c\\d^`"),
  spellTexts("dots within", "a..b...c"),
];

const headerSpellings: readonly Spelling[] = [
  spellTexts("marks", `aB-1, c;d="e f"/%41+=~!'()*<>[]{}|^`, "aB-1.c_d~"),
  spellTexts("spaces within", "a  b c", "a b"),
  spellTexts("digits only", "000123456789"),
  spellTexts("both cases", "aAbBcC", "Aa"),
  spellTexts("longest", "x".repeat(200), "x".repeat(40)),
  spellTexts("empty", ""),
];

function isCredentialValue({ operation, call }: Case, pointer: string): boolean {
  const [, part, name = ""] = pointer.split("/");
  return (
    operation.parameters.some((parameter) => parameter.credential && parameter.name === name) ||
    (part === "headers" && isScenarioPlaceholder(call.headers[name]))
  );
}

/** A credential must arrive unchanged, and only at its place. */
function credentials({ success }: CallContext): CallCase[] {
  const { parameters, security = [] } = success.operation;
  if (!parameters.some(({ credential }) => credential) && security.flat().length === 0) return [];
  const subject = ["values", "RFC 9110, sections 11.2 and 17"] as const;
  return [
    ["another", "Another.Credential-2_x~y", "another credential than before"],
    ["of all characters", "aZ09-._~+/Qq==", "a credential with each character of a token"],
    ["that is long", `${"aB3-".repeat(700)}=`, "a credential of 2,801 characters"],
  ].map(([name = "", credential = "", why = ""]) =>
    callCase(success, subject, `credential ${name}`, why, { credential }),
  );
}

function inResponse(context: CallContext, base: Case): CallCase[] {
  const { suite } = context;
  const { operation, response } = base;
  const schema = responseSchemaOf(suite.document, operation.id, response.status);
  const isAllowed = ({ headers, body }: SampleResponse) =>
    allowsResponse(suite.contract, operation, { ...response, headers, body }) &&
    fitsFormats(schema, { headers, body });
  const derived = deriveResponse(suite, operation.id, response.status);
  const messages = [
    ["", response],
    ...("message" in derived ? [["whole response, ", derived.message] as const] : []),
  ] as const;
  const isPlace = (pointer: string) => pointer.startsWith("/body/");
  return messages.flatMap(([kind, message]) =>
    [...textSpellings, ...numberSpellings, tinyNumbers, ...otherSpellings].flatMap((spelling) => {
      const changed = spelledOtherwise(message, spelling, isAllowed, isPlace);
      if (!changed) return [];
      const name = `answer ${statusPrefix(context, base)}${kind}${spelling.name}`;
      const responses = [asDocumented({ response: changed })] as const;
      return [callCase(base, OF_JSON, name, `answer: ${spelling.name}`, { responses })];
    }),
  );
}

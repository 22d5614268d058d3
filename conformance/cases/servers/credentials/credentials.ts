import { documentedOf } from "@contract-toolkit/contract";
import type { Case } from "../../case.ts";
import { isScenarioPlaceholder } from "../../../request.ts";
import type { HttpCase } from "../http-case.ts";
import {
  caseTable,
  documentedAmong,
  headerForm,
  isDocumented,
  type CaseTable,
  type OperationContext,
  type Row,
} from "../make-case.ts";
import {
  credentialKinds,
  type CredentialKind,
  type CredentialMakers,
  type CredentialPlace,
  type CredentialDescription,
} from "./credential-kinds.ts";

/** Credentials of every kind, at each place where an operation requires one. */
export function credentialCases(
  context: OperationContext,
  makers: CredentialMakers | undefined,
): HttpCase[] {
  // A server checks credentials first, so these cases need no provider states.
  const table = caseTable(context, { ...context.first, providerStates: [] }, "credentials");
  for (const place of credentialPlaces(context, context.first)) {
    if (place.in === "header") {
      addFieldLines(place, table);
      addElsewhere(place, table);
    }
    if (makers) addMade(place, makers, table);
  }
  return table.cases;
}

export function credentialPlaces(
  { operation, given }: OperationContext,
  base: Case,
): CredentialPlace[] {
  const isGiven = ({ name }: { readonly name: string }) => given.has(name.toLowerCase());
  const { parameters, security = [] } = operation;
  const declared = parameters
    .filter(({ credential }) => credential)
    .flatMap((parameter): CredentialPlace[] =>
      parameter.in === "header" && isScenarioPlaceholder(base.request.headers[parameter.name])
        ? [{ scheme: parameter.name, in: "header", name: parameter.name }]
        : [],
    );
  // If credentials are optional, none of these requests must be refused.
  const isOptional = security.some((requirement) => requirement.length === 0);
  const chosen = isOptional
    ? undefined
    : security.find((requirement) => requirement.every(isGiven));
  return [...declared, ...(chosen ?? [])];
}

/** The statuses of a wrong credential: 401, or 403 if only that is documented (RFC 9110, section 15.5.2). */
export function credentialStatuses(context: OperationContext): readonly number[] {
  return isDocumented(context, 401) ? [401] : documentedAmong(context, [401, 403]);
}

function refusedOf(context: OperationContext, ...further: number[]) {
  return { kind: "refused", statuses: [...credentialStatuses(context), ...further] } as const;
}

const SECTION = "RFC 9110, section 11.6.2";

/** Cases that need no knowledge of the credentials. */
function addFieldLines({ scheme, name, type }: CredentialPlace, { context, add }: CaseTable): void {
  const row = (what: string, why: string, ...lines: readonly string[]): Row => {
    return [`${scheme} ${what}`, why, headerForm(name, ...lines)];
  };
  const word = type ?? "Bearer";
  add(SECTION, refusedOf(context), [
    row("missing", "no credential"),
    row("empty", "an empty credential", ""),
    row("of spaces", "a credential of spaces", "   "),
    row("other word", "another scheme before the credential", "Digest {credential}"),
    row("unknown word", "an unknown scheme before the credential", "Undocumented {credential}"),
    row("word alone", "the scheme without a credential", word),
    row("word twice", "the scheme twice", `${word} ${word} {credential}`),
    row("in quotes", "a credential in quotation marks", `${word} "{credential}"`),
    row("two wrong ones", "two credentials, both of them wrong", "{value}x", "{value}y"),
  ]);
  add(SECTION, refusedOf(context, 400, 431), [
    row("Latin-1", "letters that no credential may have", "\u00fc\u00e9 {credential}"),
    row("very long", "a credential of 6,000 characters", "x".repeat(6000)),
  ]);
  add("RFC 9110, section 5.3", "documented", [
    row("twice", "the same credential twice", "{value}", "{value}"),
  ]);
  if (type === undefined) return;
  // Many servers send none, so it is due where the contract has the header.
  const { headers = [] } = documentedOf(context.operation.responses, 401) ?? {};
  if (headers.some((header) => header.toLowerCase() === "www-authenticate"))
    add("RFC 9110, section 11.6.1", { ...refusedOf(context), challenge: type }, [
      row("challenge", "no credential; the response says which one is needed"),
    ]);
  add("RFC 9110, section 11.1", "let-in", [
    row("word in capitals", "the scheme in capitals", `${type.toUpperCase()} {credential}`),
    row("word in lower case", "the scheme in lower case", `${type.toLowerCase()} {credential}`),
  ]);
  add("RFC 9110, section 11.4", refusedOf(context), [
    row("without word", "the credential without its scheme", "{credential}"),
  ]);
}

/** A good credential in the wrong place must not be accepted. */
function addElsewhere({ scheme, name }: CredentialPlace, { context, add }: CaseTable): void {
  const { parameters, security = [] } = context.operation;
  const isKnown = (place: string, header: string) =>
    [...parameters, ...security.flat()].some(
      (parameter) =>
        parameter.in === place && parameter.name.toLowerCase() === header.toLowerCase(),
    );
  const row = (where: string, raw: Row[2]): Row => {
    return [`${scheme} in ${where}`, `a good credential in ${where}`, raw];
  };
  const value = `{field:${name}}`;
  const header = "Authorization";
  const fields = [
    [header, value],
    [header, `Bearer ${value}`, "Bearer of "],
    [`X-${name}`, value],
    ["Cookie", `${name}=${value}`],
  ] as const;
  const elsewhere = fields
    .filter(([header]) => !isKnown("header", header) && !isKnown("cookie", name))
    .map(([header, line, word = ""]) =>
      row(word + header, { headers: { [name]: [], [header]: [line] } }),
    );
  add(SECTION, refusedOf(context), elsewhere);
  if (isKnown("query", name)) return;
  // Unless credentials are checked first, the undocumented parameter may be reported instead.
  const isFirst = context.decisions.precedence?.some((group) => group.includes("credential"));
  const others = isFirst ? [] : documentedAmong(context, [400]);
  add(SECTION, refusedOf(context, ...others), [
    row("query", { ...headerForm(name), query: `${name}=${value}` }),
  ]);
}

function addMade(place: CredentialPlace, makers: CredentialMakers, table: CaseTable): void {
  const isFirst = table.context.isFirstOf(place);
  for (const [name, description] of Object.entries(credentialKinds)) {
    const kind = name as CredentialKind;
    const { isGood, what, section, isOfOneOperation }: CredentialDescription = description;
    if (makers[kind] === "not applicable" || (isOfOneOperation && !isFirst)) continue;
    const row = [`${place.scheme} ${kind}`, what, {}] as const;
    const letIn = { kind: "let-in", ...(kind === "used-again" && { control: {} }) } as const;
    const expected = isGood ? letIn : refusedOf(table.context);
    table.add(section, expected, [row], { credential: { kind, place } });
  }
}

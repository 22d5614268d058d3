import type { Case } from "../../case.ts";
import { isPlaceholder } from "../../request.ts";
import {
  credentialKinds,
  type CredentialKind,
  type CredentialMakers,
  type CredentialPlace,
  type KindOfCredential,
} from "./credential-kinds.ts";
import type { Expectation, HttpCase } from "../http-case.ts";
import { documentedAmong, httpCase, isDocumented, type Ground } from "../make-case.ts";
import type { RawForm } from "../raw-form.ts";

/**
 * Credentials of every kind, at each place where an operation demands one.
 *
 * @param makers of the service under test; without them only what needs no knowledge of it is tried
 */
export function credentialCases(ground: Ground, makers: CredentialMakers | undefined): HttpCase[] {
  const [base] = ground.plain;
  if (!base) return [];
  // Who asks is found out before the rest is looked at, so that nothing else need be true.
  const bare = { ...base, providerStates: [] };
  return placesOf(ground, base).flatMap((place) => [
    ...(place.in === "header" ? fieldLines(ground, bare, place) : []),
    ...(place.in === "header" ? elsewhere(ground, bare, place) : []),
    ...(makers ? madeCases(ground, bare, place, makers) : []),
  ]);
}

/** Where the credentials are sent that the run has. */
export function placesOf({ operation, given }: Ground, base: Case): CredentialPlace[] {
  const isGiven = ({ name }: { readonly name: string }) => given.has(name.toLowerCase());
  const { parameters, security = [] } = operation;
  const declared = parameters
    .filter(({ credential }) => credential)
    .flatMap((each): CredentialPlace[] =>
      each.in === "header" && isPlaceholder(base.request.headers[each.name])
        ? [{ scheme: each.name, in: "header", name: each.name }]
        : [],
    );
  // Where nothing may be given as well, nothing has to be refused.
  const isOptional = security.some((each) => each.length === 0);
  const chosen = isOptional ? undefined : security.find((each) => each.every(isGiven));
  return [...declared, ...(chosen ?? [])];
}

/** How who may not ask is refused: with 401 where the contract has it, and else with 403 (RFC 9110, section 15.5.2). */
export function credentialStatuses(ground: Ground): readonly number[] {
  return isDocumented(ground, 401) ? [401] : documentedAmong(ground, [401, 403]);
}

function refusedOf(ground: Ground, ...further: number[]): Expectation {
  return { kind: "refused", statuses: [...credentialStatuses(ground), ...further] };
}

type Row = readonly [name: string, why: string, lines: readonly string[]];

/** What any server can be asked, whatever its credentials are. */
function fieldLines(
  ground: Ground,
  base: Case,
  { scheme, name, type }: CredentialPlace,
): HttpCase[] {
  const wrong: readonly Row[] = [
    ["missing", "no credential", []],
    ["empty", "an empty credential", [""]],
    ["of spaces", "a credential of spaces", ["   "]],
    ["other word", "another word before the credential", ["Digest {credential}"]],
    ["unknown word", "a word nobody knows before the credential", ["Undocumented {credential}"]],
    ["word alone", "the word without a credential", [type ?? "Bearer"]],
    ["word twice", "the word twice", [`${type ?? "Bearer"} ${type ?? "Bearer"} {credential}`]],
    ["in quotes", "a credential in quotation marks", [`${type ?? "Bearer"} "{credential}"`]],
    ["two wrong ones", "two credentials, both of them wrong", ["{value}x", "{value}y"]],
  ];
  const odd: readonly Row[] = [
    ["Latin-1", "letters that no credential has", ["\u00fc\u00e9 {credential}"]],
    ["very long", "a credential of 6,000 characters", ["x".repeat(6000)]],
  ];
  const rows = (list: readonly Row[], section: string, expected: Expectation) =>
    list.map(([what, why, lines]) =>
      httpCase(base, "credentials", `${scheme} ${what}`, why, {
        section,
        raw: { headers: { [name]: lines } },
        expected,
      }),
    );
  return [
    ...rows(wrong, "RFC 9110, section 11.6.2", refusedOf(ground)),
    ...rows(odd, "RFC 9110, section 11.6.2", refusedOf(ground, 400, 431)),
    ...rows([["twice", "the credential twice", ["{value}", "{value}"]]], "RFC 9110, section 5.3", {
      kind: "documented",
    }),
    ...(type === undefined
      ? []
      : [
          ...rows(
            [
              ["word in capitals", "the word in capitals", [`${type.toUpperCase()} {credential}`]],
              [
                "word in lower case",
                "the word in lower case",
                [`${type.toLowerCase()} {credential}`],
              ],
            ],
            "RFC 9110, section 11.1",
            { kind: "let-in" },
          ),
          ...rows(
            [["without word", "the credential alone", ["{credential}"]]],
            "RFC 9110, section 11.4",
            refusedOf(ground),
          ),
        ]),
  ];
}

/** A good credential where none is looked for is none. */
function elsewhere(ground: Ground, base: Case, { scheme, name }: CredentialPlace): HttpCase[] {
  const { contract, operation, decisions } = ground;
  const { parameters, security = [] } = operation;
  const isKnown = (place: string, other: string) =>
    [...parameters, ...security.flat()].some(
      (each) => each.in === place && each.name.toLowerCase() === other.toLowerCase(),
    );
  const value = `{field:${name}}`;
  const fields: readonly (readonly [string, readonly string[]])[] = [
    ["Authorization", [value]],
    ["Authorization", [`Bearer ${value}`]],
    [`X-${name}`, [value]],
    ["Cookie", [`${name}=${value}`]],
  ];
  const inFields = fields
    .filter(([other]) => !isKnown("header", other) && !isKnown("cookie", name))
    .map(([other, lines]) => ({
      where: `${other === "Authorization" && lines[0] !== value ? "Bearer of " : ""}${other}`,
      raw: { headers: { [name]: [], [other]: lines } },
      statuses: credentialStatuses(ground),
    }));
  // A parameter that nobody documented may be what is told.
  const isCredentialFirst =
    decisions.precedence?.some((group) => group.includes("credential")) === true;
  const inQuery = isKnown("query", name)
    ? []
    : [
        {
          where: "query",
          raw: { headers: { [name]: [] }, query: `${name}=${value}` },
          statuses: isCredentialFirst
            ? credentialStatuses(ground)
            : [...credentialStatuses(ground), ...documentedAmong({ contract, operation }, [400])],
        },
      ];
  return [...inFields, ...inQuery].map(({ where, raw, statuses }) =>
    httpCase(base, "credentials", `${scheme} in ${where}`, `a good credential in ${where}`, {
      section: "RFC 9110, section 11.6.2",
      raw,
      expected: { kind: "refused", statuses },
    }),
  );
}

function madeCases(
  ground: Ground,
  base: Case,
  place: CredentialPlace,
  makers: CredentialMakers,
): HttpCase[] {
  const kinds = Object.keys(credentialKinds) as CredentialKind[];
  const isFirst = ground.isFirstOf(place);
  return kinds
    .filter((kind) => makers[kind] !== "not applicable")
    .flatMap((kind) => {
      const { isGood, what, section, isOfOneOperation }: KindOfCredential = credentialKinds[kind];
      if (isOfOneOperation && !isFirst) return [];
      const raw: RawForm = {};
      return httpCase(base, "credentials", `${place.scheme} ${kind}`, what, {
        section,
        raw,
        credential: { kind, place },
        expected: isGood ? { kind: "let-in" } : refusedOf(ground),
      });
    });
}

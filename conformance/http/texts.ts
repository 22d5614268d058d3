import {
  withValue,
  valueAt,
  isObject,
  type SampleRequest,
  type SampleResponse,
} from "@contract-toolkit/kernel";
import type { Case } from "../case.ts";
import { substitute } from "../json/substitute.ts";
import type { HttpCase } from "./http-case.ts";
import { httpCase, type Ground } from "./make-case.ts";

/** Texts of a body that the documented answer repeats: whatever they are, they come back as they were sent. */
export function textCases(ground: Ground): HttpCase[] {
  const found = new Map<string, readonly [Case, Echo]>();
  for (const base of ground.plain)
    for (const echo of echoesOf(base))
      if (!found.has(echo.sent)) found.set(echo.sent, [base, echo]);
  return [...found.values()].flatMap(([base, echo]) =>
    texts.flatMap(([name, made]) => {
      const changed = firstAllowed(ground, base, echo, made);
      return changed
        ? [
            httpCase(
              changed,
              "bodies",
              `${echo.sent} ${name}`,
              `${name} in a text that comes back`,
              {
                section: "RFC 8259, section 8.3",
                raw: {},
                // Not every text need mean something to the service.
                expected: { kind: "as-sample-or-refused" },
              },
            ),
          ]
        : [];
    }),
  );
}

/** A place of a request, and the places of its answer where the same text stands. */
interface Echo {
  readonly sent: string;
  readonly answered: readonly string[];
}

/** Spellings of a text that software likes to change; the first that the contract allows is sent. */
export const texts: readonly (readonly [name: string, made: readonly string[]])[] = [
  ["spaces around", ["  a  b  ", " a "]],
  ["combining characters", ["Ame\u0301lie A\u030a", "e\u0301a\u0308"]],
  ["emoji", ["👩‍👩‍👧 🇻🇳 ok", "🙂🙂"]],
  ["marks of markup", [`<b>"&amp;'\\/</b>`, "a&b<c"]],
  ["marks of URLs", ["%41+%2B a=b&c#d", "%41%2B+"]],
  ["right to left", ["\u05d0\u05d1 \u202eabc", "\u05d0\u05d1"]],
  ["digits only", ["000123456789", "00123"]],
  ["words of programs", ["undefined", "null"]],
  [
    "longest",
    [2000, 1000, 500, 255, 200, 150, 128, 100, 64, 50, 40, 36, 32].map((n) => "ö".repeat(n)),
  ],
];

function echoesOf({ request, response, serverMade }: Case): Echo[] {
  const answered = stringsOf(response.body, "/body").filter(
    ([pointer]) => !serverMade.includes(pointer),
  );
  return stringsOf(request.body, "/body").flatMap(([sent, text]) => {
    const same = answered
      .filter(([pointer, other]) => other === text && nameOf(pointer) === nameOf(sent))
      .map(([pointer]) => pointer);
    // A shorter one, and one of another name, may be the same by chance.
    return text.length > SHORTEST && same.length > 0 ? [{ sent, answered: same }] : [];
  });
}

const SHORTEST = 5;

function nameOf(pointer: string): string {
  return pointer.slice(pointer.lastIndexOf("/"));
}

function firstAllowed(
  { contract, operation }: Ground,
  base: Case,
  { sent, answered }: Echo,
  made: readonly string[],
): Case | undefined {
  const { request: isAllowed, responses } = contract.validators[operation.id] ?? {};
  for (const text of made) {
    const request = withValue(base.request, sent, text) as SampleRequest;
    const response = answered.reduce<unknown>(
      (changed, pointer) => withValue(changed, pointer, text),
      base.response,
    ) as SampleResponse;
    const { headers, body } = response;
    const isRight =
      isAllowed?.(structuredClone(request)) === true &&
      responses?.[response.status]?.({ headers, body }) === true;
    if (!isRight) continue;
    const providerStates = withText(base, sent, text);
    if (!providerStates) return undefined;
    const fresh = base.fresh.filter(({ pointer }) => pointer !== sent);
    return { ...base, request, call: request, response, fresh, providerStates };
  }
  return undefined;
}

/** Provider states that are about a text are about the other one; what a state gives is not the case's to choose. */
function withText(
  { request, providerStates }: Case,
  sent: string,
  text: string,
): Case["providerStates"] | undefined {
  const former = valueAt(request, sent);
  const isBound = providerStates.some(({ values }) =>
    Object.entries(values).some(([name, value]) => name.startsWith("binds") && value === former),
  );
  if (typeof former !== "string" || isBound) return undefined;
  const bindings = new Map([[former, text]]);
  return providerStates.map(({ name, values }) => ({
    name,
    values: substitute(values, bindings) as Record<string, unknown>,
  }));
}

function stringsOf(value: unknown, pointer: string): [string, string][] {
  if (typeof value === "string") return [[pointer, value]];
  // Items of a list may come back in another sequence.
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, field]) => stringsOf(field, `${pointer}/${name}`));
}

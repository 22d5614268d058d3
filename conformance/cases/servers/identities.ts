import { pointerNames, valueAt, type SampleRequest } from "@contract-toolkit/contract";
import { inOtherCase } from "@contract-toolkit/schemas/boundaries/values/other-case";
import { replaceValue, valuesByPointer } from "../../json-comparison/values.ts";
import type { HttpCase } from "./http-case.ts";
import { boundValues, caseTable, type OperationContext } from "./make-case.ts";
import type { Case } from "../case.ts";

/**
 * Values that identify something, with one difference at a time. What a provider state has made must not be found by another
 * value, and a new value must not be taken for one that was used.
 */
export function identityCases(context: OperationContext): HttpCase[] {
  const found = new Map<string, readonly [Case, isNew: boolean]>();
  for (const { pointer } of context.first.fresh) found.set(pointer, [context.first, true]);
  for (const base of context.successes) {
    const bound = boundValues(base);
    for (const [pointer, value] of valuesByPointer(base.request))
      if (bound.includes(value) && !pointer.startsWith("/headers/") && !found.has(pointer))
        found.set(pointer, [base, false]);
  }
  return [...found].flatMap(([pointer, [base, isNew]]) => {
    const value = valueAt(base.request, pointer);
    if (typeof value !== "string") return [];
    const group = pointer.startsWith("/body/") ? "bodies" : "targets";
    const { add, cases } = caseTable(context, withRoom(base, pointer), group);
    const isAllowed = (text: string) =>
      context.allows(replaceValue<SampleRequest>(base.request, pointer, text));
    for (const [name, { own = String, other, ifDigits }] of Object.entries(differences)) {
      if (other(value) === own(value) || (ifDigits && !/^\d+$/.test(value))) continue;
      if (isNew ? !isAllowed(own(value)) || !isAllowed(other(value)) : own !== String) continue;
      // The letters of a UUID may have either case (RFC 9562, section 4).
      if (other === inOtherCase && /^[\da-f-]{36}$/i.test(value)) continue;
      const expected = { kind: "as-another", pointer, difference: name, isNew } as const;
      const why = `another value of ${pointerNames(pointer).at(-1) ?? ""}`;
      add("RFC 8259, section 8.3", expected, [[`${pointer} with ${name}`, why, {}]]);
    }
    return cases;
  });
}

/** The fresh values leave room for characters that are added. */
function withRoom(base: Case, pointer: string): Case {
  const fresh = base.fresh.map((item) =>
    item.pointer === pointer && item.maxLength !== undefined
      ? { ...item, maxLength: item.maxLength - ROOM }
      : item,
  );
  return { ...base, fresh };
}

const ROOM = 2;

/** Two texts that differ in one way, made of one value; default of the first: the value itself. */
export const differences: Readonly<Record<string, Difference>> = {
  "a blank after it": { other: (text) => `${text} ` },
  "a blank before it": { other: (text) => ` ${text}` },
  "letters in another case": { other: inOtherCase },
  "an accent": { own: (text) => `${text}e`, other: (text) => `${text}\u00e9` },
  "another normal form": { own: (text) => `${text}\u00e9`, other: (text) => `${text}e\u0301` },
  "a wide digit": { own: (text) => `${text}1`, other: (text) => `${text}\uff11` },
  "a character without width": { other: (text) => `${text}\u200b` },
  "a sign": { other: (text) => `+${text}`, ifDigits: true },
  "a zero before it": { other: (text) => `0${text}`, ifDigits: true },
  "an exponent": { other: (text) => `${text}e0`, ifDigits: true },
};

interface Difference {
  readonly own?: (text: string) => string;
  readonly other: (text: string) => string;
  readonly ifDigits?: true;
}

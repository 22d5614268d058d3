import type { RequestMessage } from "../skeleton/index.ts";
import { confidentialPart } from "./confidential.ts";
import { type FieldFault, InvalidInput } from "./domain/errors.ts";

/**
 * Whether a text comes back from every database as it went in. PostgreSQL
 * takes no U+0000, and half a surrogate pair has no form in UTF-8.
 */
export function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

/**
 * Demands that every text of a request, the names of fields among them, can be
 * stored, and holds nothing that must not be.
 *
 * @throws InvalidInput naming every one that does not
 */
export function demandTexts({ path, query, headers, body }: RequestMessage): void {
  const faults = [path, query, headers, body].flatMap(faultsIn);
  if (faults.length > 0) throw new InvalidInput(faults);
}

function reasonAgainst(text: string, field: () => string): string | undefined {
  if (!isStorable(text)) return "must be Unicode text without the character U+0000";
  const confidential = confidentialPart(text);
  return confidential === undefined || CARD_FIELD.test(field())
    ? undefined
    : `must not hold a ${confidential}`;
}

/** Where a contract asks for a card number, which is masked at once. */
const CARD_FIELD = /(^|\.)(cardNumber|card\.number)$/;

/** A value and the way to it, put in words only where it is needed. */
interface Place {
  readonly value: unknown;
  readonly step?: string | number;
  readonly parent?: Place;
}

// A list of places instead of calls in calls: what a request may nest is deeper than the stack.
function faultsIn(root: unknown): FieldFault[] {
  const found: FieldFault[] = [];
  const open: Place[] = [{ value: root }];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { value } = place;
    if (typeof value === "string") {
      const field = fieldOf.bind(undefined, place);
      const reason = reasonAgainst(value, field);
      if (reason !== undefined) found.push({ field: field(), reason });
    } else if (Array.isArray(value)) {
      for (const [step, item] of value.entries()) open.push({ value: item, step, parent: place });
    } else if (typeof value === "object" && value !== null) {
      for (const [step, item] of Object.entries<unknown>({ ...value })) {
        const inside: Place = { value: item, step, parent: place };
        const reason = reasonAgainst(step, () => "");
        if (reason !== undefined) found.push({ field: fieldOf(inside), reason });
        open.push(inside);
      }
    }
  }
  return found.reverse();
}

function fieldOf(place: Place): string {
  const steps: (string | number)[] = [];
  for (let at: Place | undefined = place; at; at = at.parent)
    if (at.step !== undefined) steps.unshift(at.step);
  return steps.reduce<string>(
    (field, step) =>
      typeof step === "number" ? `${field}[${step}]` : `${field}${field && "."}${step}`,
    "",
  );
}

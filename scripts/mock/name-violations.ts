import { isContainer, isObject, pointerStep, withValue } from "@contract-toolkit/contract";

interface ListedViolation {
  readonly field: string;
  readonly reason: string;
}

/**
 * Writes the violations of a request into the first suitable list in the body of a refusal: a list of texts, or of objects with a
 * text for the field. The names of the properties show which one is the field and which one the reason.
 *
 * @param body the body of a sample, or a derived body
 * @returns undefined if the body has no such list
 */
export function fillViolationList(
  body: unknown,
  violations: readonly ListedViolation[],
  isValid: (body: unknown) => boolean,
): unknown {
  for (const [pointer, list] of findListsByPointer(body)) {
    const entries = violations.map(entryLike(list[0]));
    // The list may allow only one entry.
    const filled = [entries, entries.slice(0, 1)]
      .map((item) => withValue(body, pointer, item))
      .find(isValid);
    if (filled !== undefined) return filled;
  }
  return undefined;
}

/** Makes entries like an existing entry of the list. The entries of an empty list are texts. */
function entryLike(entry: unknown): (violation: ListedViolation) => unknown {
  if (!isObject(entry)) return ({ field }) => field;
  const texts = Object.keys(entry).filter((name) => typeof entry[name] === "string");
  const fieldName = texts.find((name) => fieldNames.test(name)) ?? texts[0];
  const reasonName = texts.find((name) => name !== fieldName && reasonNames.test(name));
  return ({ field, reason }) => ({
    ...entry,
    ...(fieldName !== undefined && { [fieldName]: field }),
    ...(reasonName !== undefined && { [reasonName]: reason }),
  });
}

/** Common names of the properties for the place of a violation and its reason. */
const fieldNames = /^(at|in)$|field|path|pointer|param|property|location|name|where/i;
const reasonNames = /reason|message|detail|description|problem|error|text|why|title/i;

function findListsByPointer(value: unknown, pointer = ""): [string, readonly unknown[]][] {
  if (Array.isArray(value)) return [[pointer, value]];
  if (!isContainer(value)) return [];
  return Object.entries(value).flatMap(([name, value]) =>
    findListsByPointer(value, `${pointer}/${pointerStep(name)}`),
  );
}

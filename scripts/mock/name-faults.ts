import { isContainer, isObject, pointerStep, withValue } from "@contract-toolkit/kernel";

interface ListedFault {
  readonly field: string;
  readonly reason: string;
}

/**
 * Writes what is wrong with a request into the body of a refusal: into its first list that can hold it, of texts or of objects
 * with a text for the field. Which property is the field and which the reason, its name says.
 *
 * @param body of a sample, or derived
 * @returns undefined where the body has no such list
 */
export function nameFaults(
  body: unknown,
  faults: readonly ListedFault[],
  isValid: (body: unknown) => boolean,
): unknown {
  for (const [pointer, list] of listsIn(body)) {
    const entries = faults.map(entryLike(list[0]));
    // A list may be documented to have one entry only.
    const filled = [entries, entries.slice(0, 1)]
      .map((each) => withValue(body, pointer, each))
      .find(isValid);
    if (filled !== undefined) return filled;
  }
  return undefined;
}

/** Like an entry of the list that is there; a list that is empty may have texts. */
function entryLike(entry: unknown): (fault: ListedFault) => unknown {
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

/** How documents call the place of a fault, and the reason. */
const fieldNames = /^(at|in)$|field|path|pointer|param|property|location|name|where/i;
const reasonNames = /reason|message|detail|description|problem|error|text|why|title/i;

function listsIn(value: unknown, pointer = ""): [string, readonly unknown[]][] {
  if (Array.isArray(value)) return [[pointer, value]];
  if (!isContainer(value)) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    listsIn(each, `${pointer}/${pointerStep(name)}`),
  );
}

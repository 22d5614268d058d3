/** Values that a server, its document or its user have shown, by the names that lead to them. */
import { isObject, pointerNames } from "@contract-toolkit/contract";

/** The scalar fields of one object that a server returned, or that the user gave. */
export interface Resource {
  /** The path template of the collection that it is in; empty if that is not known. */
  readonly collection: string;
  readonly fields: ReadonlyMap<string, string | number>;
  /** Values of the path parameters of the request that showed it. */
  readonly context: Readonly<Record<string, unknown>>;
  /** The run made it, or the user gave it, so that the run may change and delete it. */
  readonly isOwn: boolean;
}

/** Reads the objects of a response: the whole, the items of lists and what is directly inside. */
export function resourcesIn(
  body: unknown,
  { collection, context, isOwn }: Omit<Resource, "fields">,
): Resource[] {
  const found: Resource[] = [];
  const visit = (value: unknown, depth: number) => {
    if (Array.isArray(value)) {
      for (const member of value.slice(0, MOST_ITEMS)) visit(member, depth);
      return;
    }
    if (!isObject(value)) return;
    const fields = new Map(Object.entries(value).filter(isScalarEntry));
    if (fields.size > 0) found.push({ collection, fields, context, isOwn });
    if (depth < DEEPEST) for (const member of Object.values(value)) visit(member, depth + 1);
  };
  visit(body, 0);
  return found;
}

/** A list may have thousands of items. */
const MOST_ITEMS = 20;

/** Envelopes (`data`, `items`) and the objects in them. */
const DEEPEST = 2;

function isScalarEntry(entry: [string, unknown]): entry is [string, string | number] {
  return (typeof entry[1] === "string" && entry[1] !== "") || typeof entry[1] === "number";
}

/** A candidate for a path parameter, the likeliest first. */
export interface KnownValue {
  readonly value: string | number;
  readonly resource: Resource;
}

/**
 * Finds values for a path parameter: by the collection before it in the path, or by the name of what it identifies.
 *
 * @param collection the path template before the parameter
 */
export function valuesFor(
  resources: readonly Resource[],
  name: string,
  collection: string,
): KnownValue[] {
  const noun = nounOf(name) || singular(lastSegment(collection));
  const ranked = resources.flatMap((resource) => {
    const isHere = resource.collection === collection;
    const isSame = singular(lastSegment(resource.collection)) === noun;
    const own = fieldNamed(resource, [plainName(name)]);
    const ids = fieldNamed(
      resource,
      isHere || isSame ? [...identifiers, `${noun}id`] : [`${noun}id`],
    );
    const value = plainName(name) === "id" || isHere || isSame ? (ids ?? own) : (own ?? ids);
    const chosen = own !== undefined && !identifiers.includes(plainName(name)) ? own : value;
    if (chosen === undefined || !(isHere || isSame || isTelling(name))) return [];
    const rank = (resource.isOwn ? 0 : 4) + (isHere ? 0 : isSame ? 1 : 2);
    return [{ value: chosen, resource, rank }];
  });
  return ranked.toSorted((left, right) => left.rank - right.rank);
}

/** Fields that identify an object, the likeliest first. */
const identifiers = ["id", "uuid", "guid", "key", "slug", "code", "name", "token"];

/** Whether a parameter's name says what it identifies, so that a field of this name is meant anywhere. */
function isTelling(name: string): boolean {
  return !identifiers.includes(plainName(name));
}

function fieldNamed({ fields }: Resource, names: readonly string[]): string | number | undefined {
  for (const name of names)
    for (const [field, value] of fields) if (plainName(field) === name) return value;
  return undefined;
}

/** A name without case and separators: `Pet_ID` and `petId` are one. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

/** What a name such as `petId` or `pet_name` identifies; empty if it says only how. */
export function nounOf(name: string): string {
  return singular(plainName(name).replace(/(id|uuid|guid|key|slug|code|name|number|handle)$/, ""));
}

export function lastSegment(path: string): string {
  return plainName(path.split("/").findLast((part) => part !== "" && !part.includes("{")) ?? "");
}

function singular(word: string): string {
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (/(ss|us|is)$/.test(word)) return word;
  return /(x|ch|sh|ss)es$/.test(word) ? word.slice(0, -2) : word.replace(/s$/, "");
}

/** The name of the place of a value: the last step of its pointer that is no index. */
export function nameAtPointer(pointer: string): string {
  return pointerNames(pointer).findLast((pointerName) => !/^\d+$/.test(pointerName)) ?? "";
}

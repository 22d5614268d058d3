/** Replaces references to http and https addresses by what they refer to, if that is allowed. */
import { isObject, referredPointer, valueAt } from "@contract-toolkit/contract";
import type { Node } from "@contract-toolkit/schemas/documents/nodes";
import { parseDocument } from "@contract-toolkit/schemas/documents/parse";
import { UsageError } from "@contract-toolkit/schemas/usage-error";
import { isHttp, referencesIn } from "./external-references.ts";
import { fetchText } from "./fetch-text.ts";

/**
 * Fetches what references name, each document once, and what these refer to.
 *
 * @param document is changed
 * @throws {UsageError} when something cannot be fetched, or refers to itself
 */
export async function fetchReferences(document: Node): Promise<void> {
  const fetched = new Map<string, unknown>();
  const left = remoteIn(document, []);
  let count = 0;
  for (let at = left.pop(); at; at = left.pop()) {
    const { node, ref, within } = at;
    if (Reflect.get(node, "$ref") !== ref) continue;
    if (within.includes(ref)) throw new UsageError(`${ref} refers to itself.`);
    if ((count += 1) > mostReferences)
      throw new UsageError(`The document refers to others more than ${mostReferences} times.`);
    const { url, pointer } = splitReference(ref);
    if (!fetched.has(url)) fetched.set(url, parseDocument(await fetchText(url), url));
    const referred = valueAt(fetched.get(url), pointer);
    if (!isObject(referred)) throw new UsageError(`${ref} does not refer to an object.`);
    Reflect.deleteProperty(node, "$ref");
    Object.assign(node, absolute(referred, url), { ...node });
    left.push(...remoteIn(node, [...within, ref]));
  }
}

function splitReference(ref: string): { readonly url: string; readonly pointer: string } {
  try {
    const { href, hash } = new URL(ref);
    return {
      url: href.slice(0, href.length - hash.length),
      pointer: referredPointer(hash),
    };
  } catch {
    throw new UsageError(`${ref} is not an address with a JSON pointer.`);
  }
}

/** @param within the references that led to the part */
function remoteIn(part: Node, within: readonly string[]) {
  return referencesIn(part)
    .filter(({ ref }) => isHttp(ref))
    .map(({ node, ref }) => ({ node, ref, within }));
}

function absolute(referred: Node, url: string): Node {
  const copy = structuredClone(referred);
  for (const { node, ref } of referencesIn(copy)) {
    const href = URL.parse(ref, url)?.href ?? "";
    if (!isHttp(href))
      throw new UsageError(`${url} refers to ${ref}, which is not an http address.`);
    Reflect.set(node, "$ref", href);
  }
  return copy;
}

/** The number of references can double at each level. */
const mostReferences = 10_000;

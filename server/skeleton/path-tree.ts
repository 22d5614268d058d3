/** A tree of path templates by segment. The time to find a template does not grow with their number. */
export class PathTree<Value> {
  readonly #root: Node<Value> = { named: new Map(), patterns: [], spans: [] };

  /**
   * Adds a template such as `/users/{id}`. The text of `{+path}` may have several segments. Throws if another template matches
   * the same paths.
   */
  add(template: string, value: Value): void {
    let node = this.#root;
    for (const segment of template.split("/")) node = childOf(node, segment);
    if (node.value !== undefined) throw new TypeError(`Two paths are like ${template}.`);
    node.value = value;
  }

  /**
   * Finds the template of a path, and the texts of its parameters from left to right. Reserved characters and `%` stay encoded
   * in them. In each segment, text is preferred to a parameter.
   */
  find(pathname: string): Found<Value> | undefined {
    // RFC 9112, section 3.2: a request target has no fragment.
    if (pathname.includes("#")) return undefined;
    try {
      return searchPathTree(this.#root, decodePathname(originForm(pathname)).split("/"), 0, []);
    } catch {
      return undefined;
    }
  }
}

interface Found<Value> {
  readonly value: Value;
  readonly texts: readonly string[];
}

interface Node<Value> {
  readonly named: Map<string, Node<Value>>;
  /** Segments with parameters. Those with more text come first. */
  readonly patterns: { readonly pieces: readonly string[]; readonly node: Node<Value> }[];
  /** Parameters of several segments. */
  readonly spans: { readonly pieces: readonly string[]; readonly node: Node<Value> }[];
  value?: Value;
}

function childOf<Value>(node: Node<Value>, segment: string): Node<Value> {
  const pieces = segment.split(/\{[^{}]+\}/);
  const alike = segment.includes("{+") ? node.spans : node.patterns;
  const child =
    pieces.length === 1
      ? node.named.get(segment)
      : alike.find((item) => item.pieces.join("{}") === pieces.join("{}"))?.node;
  if (child) return child;
  const made: Node<Value> = { named: new Map(), patterns: [], spans: [] };
  if (pieces.length === 1) node.named.set(segment, made);
  else {
    alike.push({ pieces, node: made });
    alike.sort((a, b) => b.pieces.join("").length - a.pieces.join("").length);
  }
  return made;
}

/** Visits each node at most once, and below a span, once for each of the segments at which the span can end. */
function searchPathTree<Value>(
  { named, patterns, spans, value }: Node<Value>,
  segments: readonly string[],
  at: number,
  texts: readonly string[],
): Found<Value> | undefined {
  const segment = segments[at];
  if (segment === undefined) return value === undefined ? undefined : { value, texts };
  const child = named.get(segment);
  const found = child && searchPathTree(child, segments, at + 1, texts);
  if (found) return found;
  for (const { pieces, node } of patterns) {
    const own = textsBetween(pieces, segment);
    const deeper = own && searchPathTree(node, segments, at + 1, [...texts, ...own]);
    if (deeper) return deeper;
  }
  for (const { pieces, node } of spans) {
    const found = searchBehind(pieces, node, segments, at);
    if (found) return { value: found.value, texts: [...texts, ...found.texts] };
  }
  return undefined;
}

/** The longest text of a span is preferred. */
function searchBehind<Value>(
  [first = "", last = ""]: readonly string[],
  node: Node<Value>,
  segments: readonly string[],
  at: number,
): Found<Value> | undefined {
  if (segments[at]?.startsWith(first) !== true) return undefined;
  for (let end = segments.length; end > at; end -= 1) {
    if (segments[end - 1]?.endsWith(last) !== true) continue;
    const found = searchPathTree(node, segments, end, []);
    const text = found ? segments.slice(at, end).join("/") : "";
    if (found && text.length > first.length + last.length)
      return {
        value: found.value,
        texts: [text.slice(first.length, text.length - last.length), ...found.texts],
      };
  }
  return undefined;
}

/** The texts of the parameters in a segment, from left to right. None is empty, because paths would become ambiguous. */
function textsBetween(
  [first = "", ...others]: readonly string[],
  segment: string,
): string[] | undefined {
  const last = others.pop() ?? "";
  if (!segment.startsWith(first) || !segment.endsWith(last)) return undefined;
  const texts: string[] = [];
  let end = segment.length - last.length;
  for (const piece of others.reverse()) {
    const at = segment.lastIndexOf(piece, end - piece.length - 1);
    if (at < 0 || at + piece.length >= end) return undefined;
    texts.unshift(segment.slice(at + piece.length, end));
    end = at;
  }
  return end > first.length ? [segment.slice(first.length, end), ...texts] : undefined;
}

/** RFC 9112, section 3.2.2: a request target may be an absolute URL. */
export function originForm(target: string): string {
  return target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/]*/i, "") || "/";
}

/** Decodes what has the same meaning without encoding (RFC 3986, section 6.2.2.2). */
function decodePathname(pathname: string): string {
  return pathname.includes("%") ? decodeURI(pathname.replaceAll("%25", "%2525")) : pathname;
}

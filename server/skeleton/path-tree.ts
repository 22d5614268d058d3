/** Path templates, in a tree of their segments: finding one takes time that does not grow with their number. */
export class PathTree<Value> {
  readonly #root: Node<Value> = { named: new Map(), patterns: [] };

  /** Adds a template as OpenAPI writes it: `/users/{id}`. Throws when a path would match another one just as well. */
  add(template: string, value: Value): void {
    let node = this.#root;
    for (const segment of template.split("/")) node = childOf(node, segment);
    if (node.value !== undefined) throw new TypeError(`Two paths are like ${template}.`);
    node.value = value;
  }

  /**
   * The template that a path fits, with the texts of its parameters from left to right. In them, reserved characters and `%` are
   * still encoded. Text is preferred to a parameter, segment by segment.
   */
  find(pathname: string): Found<Value> | undefined {
    // RFC 9112, section 3.2: a request target has no fragment.
    if (pathname.includes("#")) return undefined;
    try {
      return search(this.#root, decoded(originForm(pathname)).split("/"), 0, []);
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
  /** Segments with parameters, those with the most text first. */
  readonly patterns: { readonly pieces: readonly string[]; readonly node: Node<Value> }[];
  value?: Value;
}

function childOf<Value>(node: Node<Value>, segment: string): Node<Value> {
  const pieces = segment.split(/\{[^{}]+\}/);
  const child =
    pieces.length === 1
      ? node.named.get(segment)
      : node.patterns.find((each) => each.pieces.join("{}") === pieces.join("{}"))?.node;
  if (child) return child;
  const made: Node<Value> = { named: new Map(), patterns: [] };
  if (pieces.length === 1) node.named.set(segment, made);
  else {
    node.patterns.push({ pieces, node: made });
    node.patterns.sort((a, b) => b.pieces.join("").length - a.pieces.join("").length);
  }
  return made;
}

/** Looks at no node twice. */
function search<Value>(
  { named, patterns, value }: Node<Value>,
  segments: readonly string[],
  at: number,
  texts: readonly string[],
): Found<Value> | undefined {
  const segment = segments[at];
  if (segment === undefined) return value === undefined ? undefined : { value, texts };
  const child = named.get(segment);
  const found = child && search(child, segments, at + 1, texts);
  if (found) return found;
  for (const { pieces, node } of patterns) {
    const own = textsBetween(pieces, segment);
    const deeper = own && search(node, segments, at + 1, [...texts, ...own]);
    if (deeper) return deeper;
  }
  return undefined;
}

/** The texts of parameters, none of which is empty: then one path would stand for another. The first take most. */
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

/** RFC 9112, section 3.2.2: a request target may be a whole URL. */
function originForm(target: string): string {
  return target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/]*/i, "");
}

/** Without the encoding of what says the same without it (RFC 3986, section 6.2.2.2). */
function decoded(pathname: string): string {
  return pathname.includes("%") ? decodeURI(pathname.replaceAll("%25", "%2525")) : pathname;
}

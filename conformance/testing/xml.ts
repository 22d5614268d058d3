/** An XML element as it was read. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Of the element itself, references resolved. */
  readonly text: string;
}

type Growing = XmlElement & { children: XmlElement[]; text: string };

/**
 * Reads the XML that reports are written in: elements, attributes, text and the references they need.
 *
 * @throws {Error} for what is not well-formed, with the place.
 */
export function readXml(text: string): XmlElement {
  const illegal = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
  if (illegal.test(text)) throw new Error("a character is not allowed in XML");
  const root: Growing = { name: "", attributes: {}, children: [], text: "" };
  const open: Growing[] = [root];
  const token = /<\?xml [^?]*\?>|<\/([\w-]+)>|<([\w-]+)((?: [\w-]+="[^"<]*")*)(\/?)>|([^<]+)/y;
  while (token.lastIndex < text.length) {
    const at = token.lastIndex;
    const found = token.exec(text);
    const inside = open.at(-1);
    if (!found || !inside) throw new Error(`not well-formed at ${text.slice(at, at + 60)}`);
    const [, closed, opened, attributes = "", isEmpty, content] = found;
    if (closed !== undefined) {
      if (open.pop()?.name !== closed) throw new Error(`</${closed}> closes nothing`);
    } else if (opened !== undefined) {
      const element: Growing = {
        name: opened,
        attributes: readAttributes(attributes),
        children: [],
        text: "",
      };
      inside.children.push(element);
      if (isEmpty === "") open.push(element);
    } else if (content !== undefined) {
      inside.text += resolve(content);
    }
  }
  const [only, ...others] = root.children;
  if (open.length !== 1 || !only || others.length > 0)
    throw new Error("not one element at the root");
  return only;
}

function readAttributes(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(
    ([, name = "", value = ""]) => [name, resolve(value)] as const,
  );
  const attributes = Object.fromEntries(pairs);
  if (Object.keys(attributes).length < pairs.length)
    throw new Error(`an attribute is there twice in${text}`);
  return attributes;
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
};

function resolve(text: string): string {
  return text.replace(/&([^;]{0,8};?)/g, (_, reference: string) => {
    const [, code] = /^#(\d+);$/.exec(reference) ?? [];
    const character =
      code === undefined
        ? entities[reference.replace(/;$/, "")]
        : String.fromCodePoint(Number(code));
    if (character === undefined || !reference.endsWith(";"))
      throw new Error(`&${reference} is no reference`);
    return character;
  });
}

import type { Operation } from "@contract-toolkit/kernel";
import { filled, type Content } from "./payloads.ts";
import type { Named, RawRequest } from "./probe.ts";

/** Probes of the query. */
export function queries(
  { parameters }: Operation,
  contents: readonly Content[],
  base: () => RawRequest,
): Named[] {
  const names = parameters.filter((each) => each.in === "query").map(({ name }) => name);
  const withQuery = (text: string): RawRequest => {
    const plain = base();
    const [path = ""] = plain.target.split("?", 1);
    return { ...plain, target: `${path}?${text}` };
  };
  const single = [...names, "undocumented"].flatMap((name) => [
    ...contents.map((content): Named => [
      `${name}: ${content.name}`,
      (bytes) => withQuery(`${name}=${encoded(content, bytes)}`),
    ]),
    ...shapesOf(name).map(([shape, piece, between]): Named => [
      `${name}: ${shape}`,
      (bytes) => withQuery(filled(bytes, between, piece)),
    ]),
    [`${name}: deep`, (bytes) => withQuery(`${name}${"[a]".repeat(bytes / 3)}=1`)] satisfies Named,
    [
      `${name}: many values`,
      (bytes) => withQuery(`${name}=${filled(bytes, ",", String)}`),
    ] satisfies Named,
  ]);
  return [
    ...single,
    ["many names", (bytes) => withQuery(filled(bytes, "&", (at) => `n${at}=1`))],
    ["nothing, often", (bytes) => withQuery("&".repeat(bytes))],
    ["no encoding", (bytes) => withQuery(`a=${"%".repeat(bytes)}`)],
    ["a long name", (bytes) => withQuery(`${"n".repeat(bytes)}=1`)],
    ["questions", (bytes) => withQuery("?".repeat(bytes))],
  ];
}

function shapesOf(name: string): [string, (index: number) => string, string][] {
  return [
    ["many times", () => `${name}=1`, "&"],
    ["many times in brackets", () => `${name}[]=1`, "&"],
    ["many indexes", (at) => `${name}[${at}]=1`, "&"],
    ["many keys", (at) => `${name}[k${at}]=1`, "&"],
    ["many broken encodings", () => `${name}=%FF`, "&"],
  ];
}

/** Probes of the path. */
export function paths(
  { path, parameters }: Operation,
  contents: readonly Content[],
  base: () => RawRequest,
): Named[] {
  const names = parameters.filter((each) => each.in === "path").map(({ name }) => name);
  const withPath = (text: string): RawRequest => ({ ...base(), target: text });
  const filledIn = (name: string, value: string) =>
    path.replace(`{${name}}`, value).replaceAll(/\{[^{}]+\}/g, "1");
  const plain = path.replaceAll(/\{[^{}]+\}/g, "1");
  const further: [string, (bytes: number) => string][] = [
    ["many segments", (bytes) => "/a".repeat(bytes / 2)],
    ["many slashes", (bytes) => "/".repeat(bytes)],
    ["many dots", (bytes) => "/..".repeat(bytes / 3)],
    ["a long segment", (bytes) => `/${"a".repeat(bytes)}`],
    ["broken encodings", (bytes) => `/${"%".repeat(bytes)}`],
    ["encoded slashes", (bytes) => `/${"%2F".repeat(bytes / 3)}`],
    ["semicolons", (bytes) => `/${";a".repeat(bytes / 2)}`],
  ];
  return [
    ...names.flatMap((name) =>
      contents.map((content): Named => [
        `${name}: ${content.name}`,
        (bytes) => withPath(filledIn(name, encoded(content, bytes))),
      ]),
    ),
    ...further.map(([name, text]): Named => [
      `${name} after it`,
      (bytes) => withPath(plain + text(bytes)),
    ]),
    ...further.map(([name, text]): Named => [`${name} instead`, (bytes) => withPath(text(bytes))]),
  ];
}

/** Percent-encoded, in so many bytes altogether. */
function encoded({ text }: Content, bytes: number): string {
  const ratio = encodeURIComponent(text(1000)).length / 1000;
  return encodeURIComponent(text(Math.floor(bytes / Math.max(ratio, 1))));
}

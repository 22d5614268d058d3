import type { Operation } from "@contract-toolkit/kernel";
import { filled, type Content } from "./payloads.ts";
import type { Named, RawRequest } from "./probe.ts";

/** Headers that servers read without documenting them. */
const otherHeaders = ["Content-Type", "Accept", "Accept-Language", "Cookie", "Undocumented"];

/** What a header has beside its name. */
const rest = ": 1\r\n";

/** Probes of the header block. */
export function headers(
  { parameters }: Operation,
  contents: readonly Content[],
  base: () => RawRequest,
): Named[] {
  const documented = parameters.filter((each) => each.in === "header").map(({ name }) => name);
  const names = [...new Set([...documented, ...otherHeaders])];
  const withHeader = (name: string, value: string): RawRequest => {
    const plain = base();
    const others = plain.headers.filter(([each]) => each.toLowerCase() !== name.toLowerCase());
    return { ...plain, headers: [...others, [name, value]] };
  };
  const withFurther = (further: readonly string[], value: string): RawRequest => {
    const plain = base();
    return {
      ...plain,
      headers: [...plain.headers, ...further.map((name) => [name, value] as const)],
    };
  };
  const single = names.flatMap((name) =>
    contents
      .filter(({ text }) => /^[\x21-\x7e][\x20-\x7e]*$/.test(text(10)))
      .map((content): Named => [
        `${name}: ${content.name}`,
        (bytes) => withHeader(name, content.text(bytes).trim()),
      ]),
  );
  const repeated = names.map((name): Named => [
    `${name}: many times`,
    (bytes) =>
      withFurther(Array<string>(Math.ceil(bytes / (name.length + rest.length))).fill(name), "1"),
  ]);
  return [
    ...single,
    ...repeated,
    ["many", (bytes) => withFurther(filled(bytes, rest, (at) => `x-${at}`).split(rest), "1")],
    ["a long name", (bytes) => withFurther(["x".repeat(bytes)], "1")],
  ];
}

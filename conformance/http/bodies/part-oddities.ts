import type { FormPart } from "../../exchange/wire-body.ts";
import type { Row } from "../make-case.ts";
import { written } from "./written-form.ts";

/** What a reader may read as the form, or refuse. */
export function tolerable(parts: readonly FormPart[]): Row[] {
  const first = parts.slice(0, 1).map(
    (part) =>
      ({
        ...part,
        type: "string",
        name: "undocumented",
        head: ['Content-Disposition: form-data; name="undocumented"'],
      }) as const,
  );
  const single = parts.find(({ name }) => parts.filter((part) => part.name === name).length === 1);
  return [
    ["spaces after boundaries", "spaces after the boundaries", written(parts, { padding: " \t" })],
    ["LF", "line ends without CR", written(parts, { lineEnd: "\n" })],
    ["undocumented part", "a part that nobody documented", written([...first, ...parts])],
    [
      "name without quotes",
      "a name without quotation marks",
      written(
        parts.map((part) => ({
          ...part,
          head: part.head.map((line) => line.replace(/ name="([\w-]+)"/, " name=$1")),
        })),
      ),
    ],
    [
      "transfer encoding",
      "a part that says that it is not encoded",
      written(
        parts.map((part) => ({
          ...part,
          head: [...part.head, "Content-Transfer-Encoding: binary"],
        })),
      ),
    ],
    ...(single
      ? ([
          [
            `${single.name} twice`,
            `the part ${single.name} twice`,
            written([...parts, single]),
            "repeated-parameters",
          ],
        ] as const)
      : []),
  ];
}

/** What may be read in more than one way; the server stands it. */
export function oddities(parts: readonly FormPart[]): Row[] {
  const named = (what: string, filename: string): Row[] =>
    parts.some(({ type }) => type === "file")
      ? [
          [
            `file name ${what}`,
            `a file name ${what}`,
            written(
              parts.map((part) => ({
                ...part,
                head: part.head.map((line) => line.replace(/; filename="[^"]*"/, () => filename)),
              })),
            ),
          ],
        ]
      : [];
  const nameless = parts
    .slice(0, 1)
    .map((part) => ({ ...part, head: ["Content-Disposition: form-data"] }));
  const headless = parts.slice(0, 1).map((part) => ({ ...part, head: ["X-Undocumented: 1"] }));
  return [
    ...named("with a path", '; filename="../../undocumented.bin"'),
    ...named("in UTF-8", '; filename="{hex:c3b6}.bin"'),
    ...named("with quotes", '; filename="a\\"b.bin"'),
    ...named("with escapes", '; filename="a%22b%00.bin"'),
    ...named("of RFC 5987", "; filename*=UTF-8''%c3%b6.bin"),
    ...named("of no length", '; filename=""'),
    ...named("that is missing", ""),
    ...named("of 2,000 characters", `; filename="${"x".repeat(2000)}"`),
    ["part without name", "a part without a name", written([...nameless, ...parts])],
    [
      "part without disposition",
      "a part that does not say what it is",
      written([...headless, ...parts]),
    ],
    [
      "part of any object",
      "a part with a name that objects have",
      written([
        ...parts,
        ...parts
          .slice(0, 1)
          .map((part) => ({ ...part, head: ['Content-Disposition: form-data; name="__proto__"'] })),
      ]),
    ],
    [
      "1,000 parts",
      "a form of very many parts",
      written([
        ...parts,
        ...Array.from(
          { length: 1000 },
          () =>
            ({
              ...parts[0],
              head: ['Content-Disposition: form-data; name="u"'],
              content: Buffer.of(),
            }) as FormPart,
        ),
      ]),
    ],
  ];
}

import type { Operation, SampleRequest } from "@contract-toolkit/kernel";

/** A request as its first line, headers and body are spelled. */
export interface SpelledRequest {
  /** The same in every run. */
  readonly id: string;
  readonly method: string;
  /** Path and query as they are sent. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Spells a request in odd ways, one at a time: numbers that are not quite numbers, values sent twice, names with brackets
 * or of another case, parameters that nobody documented, bodies that are hardly JSON, content types that are hardly right.
 */
export function spellingsOf(operation: Operation, request: SampleRequest): SpelledRequest[] {
  const plain = spell(operation, request);
  const odd = operation.parameters
    .filter(({ credential }) => !credential)
    .flatMap(({ name, in: place }): SpelledRequest[] => {
      switch (place) {
        case "path":
          return oddTexts.map((text) => spell(operation, request, { path: [name, text] }));
        case "header":
          return oddTexts.filter(isHeaderText).map((text) => ({
            ...plain,
            headers: { ...plain.headers, [name]: text },
          }));
        case "cookie":
          return oddTexts.filter(isHeaderText).map((text) => ({
            ...plain,
            headers: { ...plain.headers, Cookie: `${name}=${text}` },
          }));
        case "query":
          return [...oddTexts.map((text) => `${name}=${text}`), ...oddQueries(name)].map((query) =>
            spell(operation, request, { query: [name, query] }),
          );
      }
    });
  const unknown = unknownQueries.map((query) => spell(operation, request, { query: ["", query] }));
  const bodies = oddBodies(plain.body).map((body) => ({ ...plain, body }));
  const types = contentTypes.map((type) => ({
    ...plain,
    headers: { ...plain.headers, "Content-Type": type },
  }));
  return [plain, ...odd, ...unknown, ...bodies, ...types].map((each) => ({
    ...each,
    id: [
      operation.id,
      each.target,
      JSON.stringify(each.headers),
      each.body?.slice(0, SHOWN_LENGTH) ?? "",
    ].join(" "),
  }));
}

/** Enough of a body to tell it from others. */
const SHOWN_LENGTH = 200;

/** Texts of values; in a path or query they stand as they are. */
const oddTexts: readonly string[] = [
  "",
  "%20",
  "+",
  "0",
  "1",
  "01",
  "%31",
  "+1",
  "%2B1",
  "-0",
  "-1",
  "1.0",
  "1.",
  ".5",
  "0.5",
  "1e1",
  "1E1",
  "0x1",
  "1_0",
  "1%20",
  "%EF%BC%91",
  "2147483648",
  "9007199254740993",
  "1e400",
  "NaN",
  "Infinity",
  "null",
  "undefined",
  "true",
  "True",
  "TRUE",
  "yes",
  "false",
  "a",
  "a,b",
  "a%2Cb",
  ",",
  "[1]",
  "{}",
  "%00",
  "%E0%A4%A",
  "%C3%A9",
  "a%0Ab",
  "2026-02-28",
  "2026-02-30",
  "x".repeat(300),
];

function isHeaderText(text: string): boolean {
  return !text.startsWith("%");
}

function oddQueries(name: string): string[] {
  return [
    name,
    `${name}=1&${name}=1`,
    `${name}=1&${name}=2`,
    `${name}=&${name}=`,
    `${name}[]=1`,
    `${name}[0]=1`,
    `${name}[a]=1`,
    `${name}[a][b]=1`,
    `${name}%5B%5D=1`,
    `${name}%5Ba%5D=1`,
    `${name}.a=1`,
    `${name}=1&${name}[]=2`,
    `${name.toUpperCase()}=1`,
    `%20${name}=1`,
    `${name}%00=1`,
    `${name}=1;${name}=2`,
    `&&${name}=1&&`,
    `${name}=1&extra=1`,
    `${name}==1`,
    `?${name}=1`,
  ];
}

const unknownQueries: readonly string[] = [
  "&",
  "=",
  "=1",
  "extra",
  "extra=1",
  "extra=1&extra=2",
  "extra[]=1&other=2",
  "b=1&a=1",
  "a%2Fb=1",
  "__proto__=1",
  "__proto__[a]=1",
  "constructor=1",
  "constructor[prototype][a]=1",
  "toString=1",
  "_openapi=1",
  "%E0%A4%A=1",
];

/** Deeper than anyone means, and not so deep that the parser gives up. */
const DEEP = 1000;

function oddBodies(body: string | undefined): string[] {
  return [
    "",
    " ",
    "null",
    "true",
    "0",
    '"text"',
    "[]",
    "[null]",
    "{}",
    "{",
    "[".repeat(DEEP) + "]".repeat(DEEP),
    '{"__proto__":{"a":1}}',
    ...(body?.startsWith("{")
      ? [
          `\uFEFF${body}`,
          ` ${body} `,
          `${body}x`,
          body.replace("{", '{"undocumented":1,'),
          body.replace("{", '{"":1,'),
          body.replace("{", '{"__proto__":1,'),
          body.replace(/\}$/, ',"a":1,"a":2}'),
          body.replace(/":\d+/g, '":1e400'),
          body.replace(/":(\d+)/g, '":$1.0'),
          body.replace(/":(\d+)/g, '":$1e0'),
          body.replace(/":(\d+)/g, '":-0'),
          body.replace(/":"/g, '":"\\u0000'),
          body.replace(/":"/g, '":"\\ud800'),
        ]
      : []),
  ];
}

const contentTypes: readonly string[] = [
  "",
  "application/json; charset=utf-8",
  "Application/JSON",
  "application/json; charset=latin1",
  "application/json; a=b",
  "application/m0+json",
  "text/plain",
  "multipart/form-data; boundary=a",
  "*/*",
];

interface Spelling {
  readonly path?: readonly [name: string, text: string];
  /** Takes the place of the parameter of the name. */
  readonly query?: readonly [name: string, query: string];
}

function spell(
  { id, method, path, parameters, contentType }: Operation,
  request: SampleRequest,
  spelling: Spelling = {},
): SpelledRequest {
  const filled = path.replace(/\{([^}]+)\}/g, (_, name: string) =>
    spelling.path?.[0] === name ? spelling.path[1] : encodeURIComponent(textOf(request.path[name])),
  );
  const [replaced, query] = spelling.query ?? [];
  const pairs = parameters
    .filter(({ name, in: place }) => place === "query" && name !== replaced)
    .flatMap(({ name, array }) => {
      const value = request.query[name];
      if (value === undefined) return [];
      const values: unknown[] = Array.isArray(value) ? value : [value];
      const texts = values.map((each) => encodeURIComponent(textOf(each)));
      return (array?.explode === false ? [texts.join(",")] : texts).map(
        (text) => `${name}=${text}`,
      );
    });
  const search = [...pairs, ...(query === undefined ? [] : [query])].join("&");
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, textOf(value)]),
  );
  return {
    id,
    method,
    target: search === "" ? filled : `${filled}?${search}`,
    headers: {
      ...(contentType !== undefined && { "Content-Type": contentType }),
      ...headers,
    },
    ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? "");
}

import { type CallCase, callCase, type CallContext } from "./call-case.ts";

export function addressCases({ success }: CallContext): CallCase[] {
  const { call, operation } = success;
  const texts = operation.parameters.filter(
    ({ in: place, type }) => place === "path" && type === "string",
  );
  return [
    ...bases.map(([name, basePath, why]) =>
      callCase(success, ["addresses", "OpenAPI 3.0, Server Object"], name, why, { basePath }),
    ),
    ...texts.flatMap(({ name: parameter }) =>
      dots.map(([what, text]) => {
        const name = `${parameter} ${what}`;
        const changed = { ...call, path: { ...call.path, [parameter]: text } };
        const why = "URL parsers remove segments of dots";
        const parts = { call: changed, mayBeUnsent: true } as const;
        return callCase(success, ["addresses", "RFC 3986, section 5.2.4"], name, why, parts);
      }),
    ),
  ];
}

const bases = [
  ["base path", "/base/v1", "the URL of the server has a path"],
  ["base path with a slash behind", "/base/v1/", "the path of the server ends with a slash"],
  ["base path with escapes", "/Some%20Case/%C3%A9%2Fb", "the path of the server has escapes"],
] as const;

const dots = [
  ["a dot", "."],
  ["two dots", ".."],
  ["nothing", ""],
] as const;

import type { CallCase } from "./call-case.ts";
import { callCase, type CallGround } from "./make-call.ts";

/** Where a request goes: the paths of the contract are appended to the server's own, and no value leads away from there. */
export function addressCases({ success }: CallGround): CallCase[] {
  return [
    ...bases.map(([name, basePath, why]) =>
      callCase(success, ["addresses", "OpenAPI 3.0, Server Object"], name, why, { basePath }),
    ),
    ...success.operation.parameters
      .filter((each) => each.in === "path" && each.type === "string")
      .flatMap((each) =>
        dots.map(([name, text]) =>
          callCase(
            success,
            ["addresses", "RFC 3986, section 5.2.4"],
            `${each.name} ${name}`,
            "a value of dots, which URLs resolve away",
            {
              call: { ...success.call, path: { ...success.call.path, [each.name]: text } },
              mayBeUnsent: true,
            },
          ),
        ),
      ),
  ];
}

const bases = [
  ["base path", "/base/v1", "the server has a path of its own"],
  ["base path with a slash behind", "/base/v1/", "the path of the server ends with a slash"],
  ["base path with escapes", "/Some%20Case/%C3%A9%2Fb", "the path of the server has escapes"],
] as const;

const dots = [
  ["a dot", "."],
  ["two dots", ".."],
  ["nothing", ""],
] as const;

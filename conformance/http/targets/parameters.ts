import { coerce, type Parameter } from "@contract-toolkit/kernel";
import type { Case } from "../../case.ts";
import { allowsRequest } from "../../contract-allows.ts";
import type { HttpCase, Refused, Unlike } from "../http-case.ts";
import type { OpenPoint } from "../http-decisions.ts";
import {
  asSample,
  asSampleOrRefused,
  documented,
  documentedAmong,
  rowsOf,
  type Ground,
  type Row,
} from "../make-case.ts";
import type { RawForm } from "../raw-form.ts";

/** Parameters of the path and query in other spellings of their names and values. */
export function parameterCases(ground: Ground): HttpCase[] {
  const { operation, plain } = ground;
  const parameters = operation.parameters.flatMap((parameter) => {
    if (parameter.in !== "path" && parameter.in !== "query") return [];
    if (parameter.array || parameter.fields) return [];
    const showing = plain.find((each) => isShown(each, parameter));
    return showing ? [[showing, parameter] as const] : [];
  });
  return [
    ...parameters.flatMap(([showing, parameter]) => [
      ...values(ground, showing, parameter),
      ...(parameter.type === "string"
        ? reserved(showing, parameter)
        : numbers(ground, showing, parameter)),
      ...(parameter.in === "query" ? names(ground, showing, parameter) : []),
    ]),
  ];
}

function isShown({ request }: Case, { in: place, name }: Parameter): boolean {
  const value = place === "path" ? request.path[name] : request.query[name];
  return ["string", "number", "boolean"].includes(typeof value) && value !== "";
}

function changed(parameter: Parameter, text: string, as?: string): RawForm {
  const { in: place, name } = parameter;
  if (place !== "path" && place !== "query") return {};
  return { parameters: [{ in: place, name, text, ...(as !== undefined && { as }) }] };
}

function unlikeSample(parameter: Parameter): Unlike {
  const { in: place, name, required } = parameter;
  return {
    kind: "unlike-sample",
    control: changed(parameter, "{value}0"),
    ...(place === "query" && !required && { absent: { parameters: [{ in: place, name }] } }),
  };
}

function named({ in: place, name }: Parameter, what: string): string {
  return `${place} ${name} ${what}`;
}

/** Percent-decoding happens once, and after the target was taken apart. */
function values(ground: Ground, base: Case, parameter: Parameter): HttpCase[] {
  const row = (what: string, why: string, text: string): Row => [
    named(parameter, what),
    why,
    changed(parameter, text),
  ];
  const unlike = unlikeSample(parameter);
  const invalid = [
    row("incomplete escape", "half an escape after the value", "{value}%4"),
    row("no escape", "an escape of other characters", "{value}%zz"),
    row("percent sign", "a percent sign that escapes nothing", "{value}%"),
    row("byte ff", "a byte that UTF-8 has not, as an escape", "{value}%FF"),
    row("character cut off", "a character without its end", "{value}%E2%82"),
    row("overlong escape", "a character in more bytes than it needs", "{value}%C0%AF"),
  ];
  return [
    ...rowsOf(
      base,
      "targets",
      ["RFC 3986, section 2.1", asSample],
      [row("escaped", "each character as an escape", "{escaped}")],
    ),
    ...rowsOf(
      base,
      "targets",
      ["RFC 3986, section 2.4", unlike],
      [row("escaped twice", "each character as an escape that is escaped", "{twice}")],
    ),
    ...rowsOf(
      base,
      "targets",
      [
        "RFC 3986, section 2.1",
        parameter.type === "string" ? unlike : notANumber(ground, parameter),
      ],
      invalid,
    ),
  ];
}

/** What has a meaning in a target has none in a value where it is escaped. */
function reserved(base: Case, parameter: Parameter): HttpCase[] {
  const unlike = unlikeSample(parameter);
  const row = (what: string, text: string): Row => [
    named(parameter, `with ${what}`),
    `an escaped ${what} after the value`,
    changed(parameter, text),
  ];
  const both = [
    row("ampersand", "{value}%26undocumented%3D1"),
    row("number sign", "{value}%23a"),
    row("question mark", "{value}%3Fa=1"),
    row("slash", "{value}%2F"),
    row("plus sign", "{value}%2B"),
    row("NUL", "{value}%00"),
    row("semicolon", "{value}%3Ba%3D1"),
    row("line end", "{value}%0D%0Aa"),
  ];
  const ofPath = [
    row("space", "{value}%20"),
    row("space before", "%20{value}"),
    row("plus as it is", "{value}+"),
    row("semicolon as it is", "{value};a=1"),
    row("comma", "{value},a"),
    row("dot", "{value}."),
    row("suffix", "{value}.json"),
    row("quotation marks", "%22{value}%22"),
  ];
  return rowsOf(
    base,
    "targets",
    ["RFC 3986, section 2.2", unlike],
    parameter.in === "path" ? [...both, ...ofPath] : both,
  );
}

function notANumber(ground: Ground, parameter: Parameter): Refused {
  const isInPath = parameter.in === "path";
  const statuses = isInPath ? [400, 404, 422] : documentedAmong(ground, [400, 422]);
  return { kind: "refused", statuses, ...(!isInPath && { fields: [parameter.name] }) };
}

function numbers(ground: Ground, base: Case, parameter: Parameter): HttpCase[] {
  const wrong = notANumber(ground, parameter);
  const row = (what: string, text: string, open?: OpenPoint): Row => [
    named(parameter, `spelled ${what}`),
    `${parameter.type} spelled ${what}`,
    changed(parameter, text),
    open,
  ];
  if (parameter.type === "boolean")
    return rowsOf(
      base,
      "targets",
      ["OpenAPI 3.1, section 4.8.12", wrong],
      [row("maybe", "maybe"), row("{value}e", "{value}e")],
    );
  const isInteger = parameter.type === "integer";
  return [
    ...rowsOf(
      base,
      "targets",
      ["RFC 8259, section 6", asSampleOrRefused],
      [
        row("+1", "%2B{value}", "number-spelling"),
        row("01", "0{value}", "number-spelling"),
        row("space 1", "%20{value}", "number-spelling"),
        row("plus 1", "+{value}", "number-spelling"),
        row("1 space", "{value}%20", "number-spelling"),
        row("1.0", "{value}.0", "number-spelling"),
        row("1e0", "{value}e0", "number-spelling"),
        row("1 line end", "{value}%0A", "number-spelling"),
      ],
    ),
    ...rowsOf(
      base,
      "targets",
      ["RFC 8259, section 6", wrong],
      [
        ...(isInteger ? [row("1.5", "{value}.5"), row("1e-1", "{value}e-1")] : []),
        row("1x", "{value}x"),
        row("x1", "x{value}"),
        row("0x1", "0x{value}"),
        row("1,0", "{value}%2C0"),
        row("1_0", "{value}_0"),
        row("1;", "{value}%3B"),
        row("-", "-"),
        row("NaN", "NaN"),
        row("Infinity", "Infinity"),
        row("null", "null"),
        row("true", "true"),
        row("Arabic digit", "%D9%A1"),
        row("wide digit", "%EF%BC%91"),
        ...(parameter.in === "query" ? [row("nothing", "")] : []),
      ],
    ),
  ];
}

function names(ground: Ground, base: Case, parameter: Parameter): HttpCase[] {
  const { name } = parameter;
  const again = encodeURIComponent(String(base.request.query[name]));
  const wrong = { kind: "refused", statuses: documentedAmong(ground, [400, 422]) } as const;
  const isDocumented = (each: string) =>
    ground.operation.parameters.some((other) => other.in === "query" && other.name === each);
  const capitals = name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase();
  const escaped = Buffer.from(name).toString("hex").replace(/../g, "%$&");
  const isEmptyWrong = !isValid(ground, base, parameter, "");
  const row = (what: string, why: string, raw: RawForm, open?: OpenPoint): Row => [
    named(parameter, what),
    why,
    raw,
    open,
  ];
  return [
    ...rowsOf(
      base,
      "targets",
      ["RFC 3986, section 2.4", asSample],
      [row("escaped name", "the name as escapes", changed(parameter, "{value}", escaped))],
    ),
    ...rowsOf(
      base,
      "targets",
      ["OpenAPI 3.1, section 4.8.12", asSampleOrRefused],
      [
        row("twice", "the parameter twice", { query: `${name}=${again}` }, "repeated-parameters"),
        row(
          "twice and empty",
          "the parameter again without a value",
          { query: `${name}=` },
          "repeated-parameters",
        ),
      ],
    ),
    ...rowsOf(
      base,
      "targets",
      ["RFC 3986, section 6.2.2.1", ground.isQueryClosed ? wrong : documented],
      [
        row("with space", "a space after the name", changed(parameter, "{value}", `${name}%20`)),
        ...(isDocumented(capitals)
          ? []
          : [
              row(
                "other case",
                "the name in another case",
                changed(parameter, "{value}", capitals),
              ),
            ]),
      ],
    ),
    ...rowsOf(
      base,
      "targets",
      [
        "RFC 3986, section 6.2.2.1",
        ground.isQueryClosed
          ? { ...wrong, ...(ground.decisions.isBracketedNameKnown && { fields: [name] }) }
          : documented,
      ],
      [
        row("with brackets", "brackets after the name", changed(parameter, "{value}", `${name}[]`)),
        row("with index", "an index after the name", changed(parameter, "{value}", `${name}[0]`)),
      ],
    ),
    ...besideLongerName(ground, base, parameter),
    ...(isEmptyWrong && parameter.type === "string"
      ? rowsOf(
          base,
          "targets",
          ["OpenAPI 3.1, section 4.8.12", { ...wrong, fields: [name] }],
          [row("empty", "the parameter without a value", changed(parameter, ""))],
        )
      : []),
  ];
}

/** What is said of a parameter says nothing of others, whose names may begin alike. */
function besideLongerName(ground: Ground, base: Case, { name }: Parameter): HttpCase[] {
  if (!ground.isQueryClosed || ground.decisions.openPoints?.["repeated-parameters"] !== "refused")
    return [];
  const longer = `${name}undocumented`;
  return rowsOf(
    base,
    "targets",
    [
      "OpenAPI 3.1, section 4.8.12",
      {
        kind: "refused",
        statuses: documentedAmong(ground, [400, 422]),
        fields: [name, longer],
      },
    ],
    [
      [
        `query ${name} twice beside a longer name`,
        "the parameter twice, and one that nobody documented whose name begins alike",
        { query: `${name}=1&${longer}=1` },
      ],
    ],
  );
}

/** Whether the contract allows a parameter to be a text. */
function isValid(
  { contract, operation }: Ground,
  { request }: Case,
  { name, type }: Parameter,
  text: string,
): boolean {
  const query = { ...request.query, [name]: coerce(type, text) };
  return allowsRequest(contract, operation, { ...request, query });
}

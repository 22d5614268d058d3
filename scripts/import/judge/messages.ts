/** Judges an import by messages: ajv decides by the schemas of the document itself, and the generated validators by the result. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import {
  contentsOf,
  formType,
  isJsonType,
  isObject,
  isXmlType,
  type OpenApiParameter,
  type Operation,
  pathShape,
  pointerStep,
  valueAt,
} from "@contract-toolkit/contract";
import { distinct } from "@contract-toolkit/contract/schema-algebra";
import {
  isOpenApi30,
  nodeOrEmpty,
  nodesIn,
  nodesOf,
  type Node,
} from "@contract-toolkit/schemas/documents/nodes";
import { operationsOf } from "../document.ts";
import { valuesAt } from "./values-at.ts";

/** A message of a document with one value at a place, and what both sides say of it. */
export interface JudgedMessage {
  /** Of the schema in the document. */
  readonly pointer: string;
  /** Of the operation in the document. */
  readonly within: string;
  /** Undefined if it is absent. */
  readonly value: unknown;
  readonly operation?: Operation;
  /** A request has none. */
  readonly status?: string;
  readonly message: Node;
  /** Whether the document accepts it. */
  readonly isDocumented: boolean;
  /** The keywords that the specification refuses it by. */
  readonly brokenRules: readonly string[];
}

/** A value of a message that has a schema in the document. */
interface Place {
  readonly part: string;
  readonly name?: string;
  readonly pointer: string;
  readonly isRequired: boolean;
  readonly contentType?: string;
  readonly style?: string;
}

/** What a document was converted to. */
interface Result {
  readonly operations: readonly {
    readonly operation: Operation;
    readonly parameters: readonly OpenApiParameter[];
  }[];
  /** The validator of `<operationId>.<request or status>`. */
  readonly validatorOf: (id: string) => ValidateFunction | undefined;
}

/**
 * Judges the messages of a document by its own schemas and by the specification that it was converted to.
 *
 * @param depth how many levels of objects and lists are varied
 * @param most values of one place
 */
export function judgedMessages(
  document: Node,
  result: Result,
  { depth = 3, most = Infinity } = {},
): JudgedMessage[] {
  const [ofRequest, ofResponse] = ["readOnly", "writeOnly"].map((unsent) =>
    judgeOf(document, unsent),
  );
  return messagesIn(document).flatMap(({ path, method, status, pointer: within, places, body }) => {
    const accepts = (status === undefined ? ofRequest : ofResponse) ?? (() => true);
    const found = result.operations.find(
      ({ operation }) =>
        operation.method === method.toUpperCase() &&
        pathShape(operation.path) === pathShape(path) &&
        (status !== undefined ||
          !body ||
          contentsOf(operation.body).some((content) => content.contentType === body.contentType)),
    );
    const validate = found && result.validatorOf(`${found.operation.id}.${status ?? "request"}`);
    const missing = { within, value: undefined, message: {}, isDocumented: true };
    const noResult = { ...missing, brokenRules: ["missing"] };
    if (!validate) return [{ ...noResult, pointer: body?.pointer ?? within }];
    const { operation, parameters } = found;
    const played = body ? [...places, body] : places;
    const values = new Map(
      played.map((place) => {
        const all = valuesAt(place.pointer, document, accepts, depth).filter(isSent(place));
        return [place, { all, good: all.find((value) => accepts(place.pointer, value)) }];
      }),
    );
    const restyled = places.filter(
      ({ part, name, style = "" }) =>
        style !== "" &&
        !parameters.some(
          (parameter) =>
            partOf(parameter.in) === part &&
            parameter.name === name &&
            styleOf({ ...parameter }) === style,
        ),
    );
    const judged = played.flatMap((place) => {
      const others = played.filter((other) => other !== place && other.isRequired);
      if (others.some((other) => values.get(other)?.good === undefined)) return [];
      const without = others.reduce<Node>(
        (message, other) => withPlace(message, other, values.get(other)?.good),
        empty,
      );
      const messages = spread(values.get(place)?.all ?? [], most).map((value) => ({
        message: withPlace(without, place, value),
        value,
        isDocumented: accepts(place.pointer, value),
      }));
      const absent = { message: without, value: undefined, isDocumented: !place.isRequired };
      return [absent, ...messages].map((message) => {
        const isValid = validate(copyOf(message.message));
        const errors = isValid ? [] : (validate.errors ?? []);
        const brokenRules = errors.map(({ keyword }) => keyword);
        const { pointer } = place;
        return { ...message, pointer, within, operation, brokenRules, ...(status && { status }) };
      });
    });
    return [
      ...restyled.map(({ pointer, style }) => ({ ...noResult, pointer, value: style })),
      ...judged,
    ];
  });
}

/** Whether the document and the result differ about a message. */
export function isDisputed({ isDocumented, brokenRules }: JudgedMessage): boolean {
  return isDocumented !== (brokenRules.length === 0);
}

/** At most so many items, from all parts of a list. */
export function spread<Item>(items: readonly Item[], most: number): Item[] {
  const step = Math.ceil(items.length / most);
  return items.filter((_, index) => step === 0 || index % step === 0);
}

const empty: Node = { path: {}, query: {}, headers: {}, cookies: {} };

function withPlace(message: Node, { part, name, contentType }: Place, value: unknown): Node {
  const inside = name === undefined ? value : { ...nodeOrEmpty(message[part]), [name]: value };
  return { ...message, ...(contentType !== undefined && { contentType }), [part]: inside };
}

/** Validators fill defaults in, and values are shared. */
function copyOf(message: Node): unknown {
  return JSON.parse(JSON.stringify(message));
}

/** Parameters are never null, an empty text in a path is another path, and other bodies are not read as values. */
function isSent({ part, contentType }: Place): (value: unknown) => boolean {
  const isValue =
    contentType === undefined ||
    [isJsonType, isXmlType].some((isOf) => isOf(contentType)) ||
    contentType === formType;
  return (value) =>
    part === "body"
      ? isValue || typeof value === "string"
      : !JSON.stringify(value).includes("null") && !(part === "path" && value === "");
}

function partOf(place: string): string {
  return { header: "headers", cookie: "cookies" }[place] ?? place;
}

/** How a parameter is written that may be a list or an object. */
function styleOf({ in: place, style, explode, schema }: Node): string {
  const usual = ["query", "cookie"].includes(String(place)) ? "form" : "simple";
  const written = typeof style === "string" ? style : usual;
  const isWhole = /"(array|object|\$ref)"/.test(JSON.stringify(schema));
  if (!isWhole || written === "deepObject") return isWhole ? written : "";
  const isExploded = explode === undefined ? written === "form" : explode === true;
  return `${written}${isExploded ? " exploded" : ""}`;
}

/** The messages of a document, one for each content type. */
function messagesIn(document: Node) {
  const at = (pointer: string) => nodeOrEmpty(valueAt(document, pointer));
  const follow = (pointer: string): string => {
    const { $ref } = at(pointer);
    return typeof $ref === "string" ? follow($ref.slice(1)) : pointer;
  };
  const isRequired = (pointer: string) => at(pointer)["required"] === true;
  const bodiesAt = (pointer: string, isRequired: boolean): (Place | undefined)[] => {
    const bodies = Object.keys(nodeOrEmpty(at(pointer)["content"])).map((contentType) => ({
      part: "body",
      contentType,
      isRequired,
      pointer: `${pointer}/content/${pointerStep(contentType)}/schema`,
    }));
    return bodies.length > 0 ? bodies : [undefined];
  };
  return operationsOf(document).flatMap(({ path, method, operation, pointer: reference }) => {
    const pointer = reference.slice(1);
    const base = `/paths/${pointerStep(path)}`;
    const all = [pointer, base].flatMap((holder) =>
      nodesIn(at(holder)["parameters"]).map((_, index): Place => {
        const own = follow(`${holder}/parameters/${index}`);
        const { in: place, name, required } = at(own);
        return {
          part: partOf(String(place)),
          name: String(name),
          style: styleOf(at(own)),
          pointer: `${own}/schema`,
          isRequired: place === "path" || required === true,
        };
      }),
    );
    const parameters = distinct(all, ({ part, name }) => [part, name]);
    const request = follow(`${pointer}/requestBody`);
    const requests = bodiesAt(request, isRequired(request)).map((body) => ({
      status: undefined,
      places: parameters,
      body,
    }));
    const responses = Object.keys(nodeOrEmpty(operation["responses"])).flatMap((status) => {
      const own = follow(`${pointer}/responses/${status}`);
      const places = Object.keys(nodeOrEmpty(at(own)["headers"])).map((name): Place => {
        const header = follow(`${own}/headers/${pointerStep(name)}`);
        const pointer = `${header}/schema`;
        return { part: "headers", name, pointer, isRequired: isRequired(header) };
      });
      return bodiesAt(own, true).map((body) => ({ status, places, body }));
    });
    return [...requests, ...responses].map((message) => ({ ...message, path, method, pointer }));
  });
}

const id = "https://document.example/";

/** What the schema at a place of a document accepts. */
function judgeOf(document: Node, unsent: string): (pointer: string, value: unknown) => boolean {
  const ajv = new Ajv2020({
    ownProperties: true,
    strict: false,
    validateSchema: false,
    logger: false,
  });
  addFormats.default(ajv);
  for (const name of ["int64", "float", "double", "password", "binary"]) ajv.addFormat(name, true);
  for (const [name, least, most] of sizes)
    ajv.addFormat(name, {
      type: "number",
      validate: (value) => value >= least && value <= most,
    });
  ajv.addFormat("http-date", / GMT$/);
  ajv.addFormat("time", /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(Z|[+-]\d\d:\d\d)?$/);
  const is30 = isOpenApi30(document);
  ajv.addSchema({ ...nodeOrEmpty(standard(document, is30, unsent)), $id: id });
  const known = new Map<string, ValidateFunction>();
  const validatorAt = (pointer: string) => {
    const place = is30 ? withinNullable(pointer, document) : pointer;
    const found = known.get(pointer) ?? ajv.getSchema(`${id}#${encodeURI(place)}`);
    if (!found) throw new Error(`no schema at ${pointer}`);
    known.set(pointer, found);
    return found;
  };
  return (pointer, value) =>
    valueAt(document, pointer) === undefined || validatorAt(pointer)(value);
}

/** The integers that OpenAPI's registry of formats allows. */
const sizes = [8, 16, 32].flatMap((bits): [string, number, number][] => [
  [`int${bits}`, -(2 ** (bits - 1)), 2 ** (bits - 1) - 1],
  [`uint${bits}`, 0, 2 ** bits - 1],
]);

/** A nullable schema of 3.0 becomes the first of two alternatives. */
function withinNullable(pointer: string, document: Node): string {
  let [before, now] = ["", ""];
  for (const key of pointer.split("/").slice(1)) {
    const isNullable = nodeOrEmpty(valueAt(document, before))["nullable"] === true;
    [before, now] = [`${before}/${key}`, `${now}${isNullable ? "/anyOf/0" : ""}/${key}`];
  }
  return now;
}

/** A document whose schemas are of JSON Schema 2020-12, without the fields that a message does not have. */
function standard(value: unknown, is30: boolean, unsent: string): unknown {
  if (Array.isArray(value)) return value.map((item) => standard(item, is30, unsent));
  if (!isObject(value)) return value;
  const { nullable, contentEncoding, $ref, ...node } = value;
  if (is30 && typeof $ref === "string") return { $ref };
  // OpenAPI validates encodings, which JSON Schema only notes.
  const noted = contentEncoding === "base64" ? { format: "byte", ...node } : node;
  const own: Node = Object.fromEntries(
    Object.entries(noted).map(([key, inside]) => [
      key,
      data.has(key) ? inside : standard(inside, is30, unsent),
    ]),
  );
  if ($ref !== undefined) own["$ref"] = $ref;
  // The flags of 3.0.
  for (const [bound, flag] of bounds)
    if (typeof own[flag] === "boolean") {
      own[flag] = own[flag] ? own[bound] : undefined;
      if (own[flag] === undefined) Reflect.deleteProperty(own, flag);
      else Reflect.deleteProperty(own, bound);
    }
  const { properties, required } = own;
  const gone = nodesOf(properties).flatMap(([name, field]) => (field[unsent] === true ? name : []));
  if (isObject(properties)) for (const name of gone) properties[name] = {};
  if (Array.isArray(required))
    own["required"] = required.filter((name) => !gone.includes(String(name)));
  return is30 && nullable === true ? { anyOf: [own, { type: "null" }] } : own;
}

const data: ReadonlySet<string> = new Set(["enum", "const", "default", "example", "examples"]);
const bounds = [
  ["minimum", "exclusiveMinimum"],
  ["maximum", "exclusiveMaximum"],
] as const;

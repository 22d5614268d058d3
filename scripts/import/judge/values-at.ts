/** Values at both sides of each constraint of a schema in a document. */
import { isObject, pointerStep, valueAt } from "@contract-toolkit/contract";
import { valuesOfFormat } from "@contract-toolkit/schemas/message-generator/format-values";
import { itemsOrEmpty, nodeOrEmpty, type Node } from "@contract-toolkit/schemas/documents/nodes";
import { instanceOf } from "@contract-toolkit/schemas/message-generator/value";

type Accepts = (pointer: string, value: unknown) => boolean;

/**
 * @param accepts whether the schema at a pointer accepts a value
 * @param depth how many levels of objects and lists are varied
 */
export function valuesAt(
  pointer: string,
  document: Node,
  accepts: Accepts,
  depth: number,
): readonly unknown[] {
  const at = (pointer: string) => nodeOrEmpty(valueAt(document, pointer));
  const inside = (pointer: string) => valuesAt(pointer, document, accepts, depth - 1);
  const all = wholesAt(pointer, at).flatMap((parts) => {
    const schemas = parts.map(at);
    const { pattern, ...lengths } = nodeOrEmpty(Object.assign({}, ...schemas));
    const { minLength, maxLength } = lengths;
    const own = [
      ...schemas.flatMap(scalarsOf),
      ...(pattern === undefined ? [] : [instanceOf({ pattern, minLength, maxLength } as Node)]),
    ];
    const below = (key: string) =>
      parts.flatMap((part, index) => (isObject(schemas[index]?.[key]) ? `${part}/${key}` : []));
    return depth === 0 ? own : [...own, ...objects(parts, below), ...lists(schemas, below)];

    function objects(parts: readonly string[], below: (key: string) => string[]): Node[] {
      const fields = parts.flatMap((part) =>
        Object.keys(nodeOrEmpty(at(part)["properties"])).map(
          (name) => [name, `${part}/properties/${pointerStep(name)}`] as const,
        ),
      );
      const places = Map.groupBy(fields, ([name]) => name);
      const values = [...places].map(([name, all]) => ({
        name,
        all: all.flatMap(([, place]) => inside(place)),
        fits: (value: unknown) => all.every(([, place]) => accepts(place, value)),
      }));
      const whole = Object.fromEntries(
        values.map(({ name, all, fits }) => [name, all.find(fits) ?? 1]),
      );
      const required = schemas.flatMap(({ required }) => itemsOrEmpty(required).map(String));
      const least = Object.fromEntries(required.map((name) => [name, whole[name] ?? 1]));
      const others = below("additionalProperties").flatMap(inside);
      const sizes = countsOf(schemas, ["minProperties", "maxProperties"]);
      const more = others.find((value) => value !== null) ?? 1;
      return [
        ...[whole, least].flatMap((base) => [
          ...[base, { ...base, undocumented: 1 }, { ...base, undocumented: "text" }],
          ...Object.keys(base).map((left) => ({ ...base, [left]: undefined })),
        ]),
        ...values.flatMap(({ name, all }) => all.map((value) => ({ ...whole, [name]: value }))),
        ...others.map((value) => ({ ...least, undocumented: value })),
        ...sizes.map((size) =>
          Object.fromEntries(Array.from({ length: size }, (_, index) => [`f${index}`, more])),
        ),
      ];
    }
  });
  const exact = [...all, ...ordinary].filter(
    (value) => typeof value !== "number" || Number.isSafeInteger(Math.trunc(value)),
  );
  return [...new Map(exact.map((value) => [JSON.stringify(value), value])).values()];

  function lists(schemas: readonly Node[], below: (key: string) => string[]): unknown[][] {
    const places = below("items");
    const items = places.flatMap(inside);
    const good = items.filter((value) => places.every((place) => accepts(place, value)));
    return [
      ...items.map((value) => [value]),
      ...[2, ...countsOf(schemas, ["minItems", "maxItems"])].flatMap((length) => [
        Array.from({ length }, (_, index) => good[index % good.length] ?? index),
        Array.from({ length }, () => good[0] ?? 1),
      ]),
    ];
  }
}

/** The pointers of the schemas that a value has to fit together, for each alternative. */
function wholesAt(pointer: string, at: (pointer: string) => Node): string[][] {
  const partsAt = (pointer: string): string[] => {
    const { $ref, allOf } = at(pointer);
    const parts = itemsOrEmpty(allOf).map((_, index) => `${pointer}/allOf/${index}`);
    if (typeof $ref === "string") parts.push($ref.slice(1));
    return [pointer, ...parts.flatMap(partsAt)];
  };
  const parts = partsAt(pointer);
  const branches = parts.flatMap((part) =>
    ["anyOf", "oneOf"].flatMap((key) =>
      itemsOrEmpty(at(part)[key]).map((_, index) => `${part}/${key}/${index}`),
    ),
  );
  if (branches.length === 0) return [parts];
  return branches.flatMap((branch) => wholesAt(branch, at).map((own) => [...parts, ...own]));
}

/** A value of each type, and some that are easily confused. */
const ordinary: readonly unknown[] = [
  ...["text", 1, 0.5, true, [], {}, null, "", "1", 0, -1, 2 ** 31],
  ...[["a"], [1], [null], { a: 1 }, { a: "text" }, { a: null }],
];

/** The numbers around those of some keywords, as far as so many items can be made. */
function countsOf(schemas: readonly Node[], keywords: readonly string[]): number[] {
  return schemas
    .flatMap((schema) => keywords.map((keyword) => schema[keyword]))
    .flatMap((count) => (typeof count === "number" ? [count - 1, count, count + 1] : []))
    .filter((count) => count >= 0 && count < 1000);
}

function scalarsOf(schema: Node): unknown[] {
  const { enum: values, const: only, format, multipleOf } = schema;
  const listed = [...itemsOrEmpty(values), ...(only === undefined ? [] : [only])];
  const bounds = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]
    .map((keyword) => schema[keyword])
    .filter((bound) => typeof bound === "number");
  return [
    ...listed,
    ...listed.map((value) => (typeof value === "number" ? value + 1 : `${String(value)}x`)),
    ...[valuesOfFormat(format).usual ?? []].flat(),
    ...bounds.flatMap((bound) => [-1, -0.5, 0, 0.5, 1].map((step) => bound + step)),
    ...(typeof multipleOf === "number" ? [multipleOf * 2] : []),
    ...countsOf([schema], ["minLength", "maxLength"]).flatMap((length) =>
      ["x", "ä", "\u{1F642}"].map((character) => character.repeat(length)),
    ),
  ];
}

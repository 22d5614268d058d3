import type { ObjectValue, Program, Type, Value } from "@typespec/compiler";
import { $ } from "@typespec/compiler/typekit";

/** Merges `own` into `base`: objects field by field, any other value replaces that of `base`. */
export function mergedObjects(program: Program, base: ObjectValue, own: ObjectValue): ObjectValue {
  const properties = new Map(base.properties);
  for (const [name, property] of own.properties) {
    const before = base.properties.get(name)?.value;
    const { value } = property;
    const isMerged = isObjectValue(before) && isObjectValue(value);
    properties.set(name, {
      ...property,
      value: isMerged ? mergedObjects(program, before, value) : value,
    });
  }
  return { ...own, properties, type: objectTypeOf(program, properties) };
}

/** Whether an argument of a decorator, or a part of one, is the value of an object. */
export function isObjectValue(value: Type | Value | undefined): value is ObjectValue {
  return value?.entityKind === "Value" && value.valueKind === "ObjectValue";
}

/** The compiler creates types only for values in the source. */
function objectTypeOf(program: Program, values: ObjectValue["properties"]): Type {
  const { model, modelProperty } = $(program);
  const properties = [...values].map(([name, { value }]) => {
    const type = program.checker.getValueExactType(value) ?? value.type;
    return [name, modelProperty.create({ name, type })] as const;
  });
  return model.create({ properties: Object.fromEntries(properties) });
}

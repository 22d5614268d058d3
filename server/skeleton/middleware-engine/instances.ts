import {
  isContainer,
  isObject,
  pointerName,
  pointerStep,
  propertiesOf,
  referredName,
  type Schema,
} from "@contract-toolkit/kernel";
import type { MiddlewareFault } from "./judge.ts";
import type { Messages } from "./judged-messages.ts";
import { atMost } from "./translation.ts";

/** A value in a message (an instance, in JSON Schema), and every schema that applies to it. */
export interface Instance {
  readonly instancePath: string;
  readonly value: unknown;
  readonly facets: readonly Facet[];
}

/** One of the schemas that apply to an instance, and where it stands itself. */
export interface Facet {
  readonly schema: Schema;
  readonly schemaPath: string;
}

/** The instance that a finding is about; `name` is the field of it that is missing or undocumented. */
export interface Found {
  readonly instance: Instance;
  readonly name?: string;
}

/** Finds the instances of messages in the schemas they are judged by. */
export interface InstanceFinder {
  root(name: string, value: unknown, instancePath: string): Instance;
  find(root: Instance, finding: MiddlewareFault): readonly Found[];
  /** Error codes of values outside their bounds by schema path, of the instances found so far. */
  readonly boundsCodes: Readonly<Record<string, number>>;
}

/** Makes a finder of instances in messages. */
export function createInstanceFinder({ schemas, components }: Messages): InstanceFinder {
  const boundsCodes: Record<string, number> = {};

  /** The schema itself, what it refers to, and its parts, where their condition holds. */
  function facetsOf(schema: Schema, schemaPath: string, value: unknown): Facet[] {
    const name = referredName(schema) ?? "";
    const referred = components[name];
    const { if: condition, then, allOf = [], "x-bounds-code": code } = schema;
    if (code !== undefined) boundsCodes[schemaPath] = code;
    return [
      { schema, schemaPath },
      ...(referred ? facetsOf(referred, `#/components/schemas/${name}`, value) : []),
      ...allOf.flatMap((part, index) => facetsOf(part, `${schemaPath}/allOf/${index}`, value)),
      ...(isObject(then) && holds(condition, value)
        ? facetsOf(then, `${schemaPath}/then`, value)
        : []),
    ];
  }

  function below(instance: Instance, step: string): Instance {
    const name = pointerName(step);
    const value = memberOf(instance.value, name);
    return {
      instancePath: `${instance.instancePath}/${step}`,
      value,
      facets: instance.facets.flatMap(({ schema, schemaPath }) => {
        const { items, additionalProperties } = schema;
        if (Array.isArray(instance.value))
          return isObject(items) ? facetsOf(items, `${schemaPath}/items`, value) : [];
        const property = documented(schema, name);
        if (isObject(property))
          return facetsOf(property, `${schemaPath}/properties/${step}`, value);
        return isObject(additionalProperties)
          ? facetsOf(additionalProperties, `${schemaPath}/additionalProperties`, value)
          : [];
      }),
    };
  }

  /** Every instance that is documented. */
  function everyInstance(instance: Instance): Instance[] {
    if (instance.facets.length === 0) return [];
    if (!isContainer(instance.value)) return [instance];
    const steps = Object.keys(instance.value).map(pointerStep);
    return [instance, ...steps.flatMap((step) => everyInstance(below(instance, step)))];
  }

  const searched = new WeakSet<Instance>();

  return {
    boundsCodes,
    root: (name, value, instancePath) => ({
      instancePath,
      value,
      facets: facetsOf(schemas.get(name) ?? {}, `${name}#`, value),
    }),
    find(root, { path, keyword }) {
      // The middleware loses the path to a field whose name is empty.
      if (path === "" && keyword === "additionalProperties") {
        // One search finds them all.
        if (searched.has(root)) return [];
        searched.add(root);
        return everyInstance(root)
          .filter((instance) => isAbout(instance, keyword, ""))
          .map((instance) => ({ instance, name: "" }));
      }
      let instance = root;
      let rest = path;
      for (;;) {
        // A name may hold what looks like further steps, so the value decides where the path ends.
        const name = rest.slice(1);
        if (isAbout(instance, keyword, name)) return [{ instance, name }];
        if (rest === "") return [{ instance }];
        const slash = rest.indexOf("/", 1);
        const end = slash < 0 ? rest.length : slash;
        instance = below(instance, rest.slice(1, end));
        rest = rest.slice(end);
      }
    },
  };
}

/** Whether the field `name` of an instance is what breaks the keyword, by which a field is missing or undocumented. */
function isAbout({ value, facets }: Instance, keyword: string, name: string): boolean {
  if (!isObject(value)) return false;
  switch (keyword) {
    case "required":
      return (
        value[name] === undefined && facets.some(({ schema }) => schema.required?.includes(name))
      );
    case "dependentRequired":
      return (
        value[name] === undefined &&
        facets.some(({ schema }) => triggersOf(schema, value, name).length > 0)
      );
    case atMost:
      return facets.some(({ schema }) => exceededLimit(schema, value, name) !== undefined);
    case "additionalProperties":
      return (
        name in value &&
        facets.some(
          ({ schema }) =>
            schema.additionalProperties === false && documented(schema, name) === undefined,
        )
      );
    default:
      return false;
  }
}

/** Fields that are there and require that the field `name` is there too. */
export function triggersOf({ dependentRequired }: Schema, value: unknown, name: string): string[] {
  return Object.entries(dependentRequired ?? {})
    .filter(([trigger, others]) => memberOf(value, trigger) !== undefined && others.includes(name))
    .map(([trigger]) => trigger);
}

/** The field that the number `name` has to be no more than, and is. */
export function exceededLimit(schema: Schema, value: unknown, name: string): string | undefined {
  const limits = schema.atMost ?? {};
  const limit = Object.hasOwn(limits, name) ? limits[name] : undefined;
  if (limit === undefined) return undefined;
  const [own, bound] = [memberOf(value, name), memberOf(value, limit)];
  return typeof own === "number" && typeof bound === "number" && own > bound ? limit : undefined;
}

function documented({ properties }: Schema, name: string): unknown {
  return properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** Conditions are all of two forms: a property has one of some values, or a list is not too long. */
export function holds(condition: Schema | undefined, value: unknown): boolean {
  if (condition?.maxItems !== undefined)
    return Array.isArray(value) && value.length <= condition.maxItems;
  return (
    condition !== undefined &&
    propertiesOf(condition).every(([name, { enum: values, const: only }]) =>
      (values ?? [only]).includes(memberOf(value, name)),
    )
  );
}

function memberOf(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value[Number(name)];
  return isObject(value) ? value[name] : undefined;
}

import {
  isContainer,
  isObject,
  pointerName,
  pointerStep,
  referredName,
  type Schema,
} from "contract-kernel";
import { namesIn, schemasIn } from "./document.ts";
import type { Finding } from "./judge.ts";
import type { Messages } from "./messages.ts";
import { atMost, boundsCode } from "./translation.ts";

/** A place of a message: its value, and every schema that applies to it. */
export interface Place {
  readonly instancePath: string;
  readonly value: unknown;
  readonly facets: readonly Facet[];
}

/** One of the schemas that apply to a place, and where it stands itself. */
export interface Facet {
  readonly schema: Schema;
  readonly schemaPath: string;
}

/** The place that a finding is about; `name` is the field of it that is missing or undocumented. */
export interface Found {
  readonly place: Place;
  readonly name?: string;
}

/** Finds the places of messages in the schemas they are judged by. */
export interface Places {
  root(name: string, value: unknown, instancePath: string): Place;
  find(root: Place, finding: Finding): readonly Found[];
  /** Error codes of values outside their bounds by schema path, of the places found so far. */
  readonly boundsCodes: Readonly<Record<string, number>>;
}

/** Makes a finder of places in messages. */
export function createPlaces({ schemas, components }: Messages): Places {
  const boundsCodes: Record<string, number> = {};

  /** The schema itself, what it refers to, and its parts, where their condition holds. */
  function facetsOf(schema: Schema, schemaPath: string, value: unknown): Facet[] {
    const name = referredName(schema) ?? "";
    const referred = components[name];
    const { if: condition, then, [boundsCode]: code } = schema;
    if (typeof code === "number") boundsCodes[schemaPath] = code;
    return [
      { schema, schemaPath },
      ...(referred ? facetsOf(referred, `#/components/schemas/${name}`, value) : []),
      ...schemasIn(schema.allOf).flatMap((part, index) =>
        facetsOf(part, `${schemaPath}/allOf/${index}`, value),
      ),
      ...(isObject(then) && holds(condition, value)
        ? facetsOf(then, `${schemaPath}/then`, value)
        : []),
    ];
  }

  function below(place: Place, step: string): Place {
    const name = pointerName(step);
    const value = memberOf(place.value, name);
    return {
      instancePath: `${place.instancePath}/${step}`,
      value,
      facets: place.facets.flatMap(({ schema, schemaPath }) => {
        const { items, additionalProperties } = schema;
        if (Array.isArray(place.value))
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

  /** Every place that is documented. */
  function everyPlace(place: Place): Place[] {
    if (place.facets.length === 0) return [];
    if (!isContainer(place.value)) return [place];
    const steps = Object.keys(place.value).map(pointerStep);
    return [place, ...steps.flatMap((step) => everyPlace(below(place, step)))];
  }

  const searched = new WeakSet<Place>();

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
        return everyPlace(root)
          .filter((place) => isAbout(place, keyword, ""))
          .map((place) => ({ place, name: "" }));
      }
      let place = root;
      let rest = path;
      for (;;) {
        // A name may hold what looks like further steps, so the value decides where the path ends.
        const name = rest.slice(1);
        if (isAbout(place, keyword, name)) return [{ place, name }];
        if (rest === "") return [{ place }];
        const slash = rest.indexOf("/", 1);
        const end = slash < 0 ? rest.length : slash;
        place = below(place, rest.slice(1, end));
        rest = rest.slice(end);
      }
    },
  };
}

/** Whether the field `name` of a place is what breaks the keyword, by which a field is missing or undocumented. */
function isAbout({ value, facets }: Place, keyword: string, name: string): boolean {
  if (!isObject(value)) return false;
  switch (keyword) {
    case "required":
      return (
        value[name] === undefined &&
        facets.some(({ schema }) => namesIn(schema.required).includes(name))
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

/** Fields that are given and demand that the field `name` is given too. */
export function triggersOf({ dependentRequired }: Schema, value: unknown, name: string): string[] {
  if (!isObject(dependentRequired)) return [];
  return Object.entries(dependentRequired)
    .filter(
      ([trigger, others]) =>
        memberOf(value, trigger) !== undefined && namesIn(others).includes(name),
    )
    .map(([trigger]) => trigger);
}

/** The field that the number `name` has to be no more than, and is. */
export function exceededLimit(schema: Schema, value: unknown, name: string): string | undefined {
  const limits = schema[atMost];
  const limit = isObject(limits) && Object.hasOwn(limits, name) ? limits[name] : undefined;
  if (typeof limit !== "string") return undefined;
  const [own, bound] = [memberOf(value, name), memberOf(value, limit)];
  return typeof own === "number" && typeof bound === "number" && own > bound ? limit : undefined;
}

function documented({ properties }: Schema, name: string): unknown {
  return isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** Conditions are all of one form: a property has one of some values. */
export function holds(condition: unknown, value: unknown): boolean {
  return (
    isObject(condition) &&
    isObject(condition.properties) &&
    Object.entries(condition.properties).every(
      ([name, property]) =>
        isObject(property) &&
        Array.isArray(property.enum) &&
        property.enum.includes(memberOf(value, name)),
    )
  );
}

function memberOf(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value[Number(name)];
  return isObject(value) ? value[name] : undefined;
}

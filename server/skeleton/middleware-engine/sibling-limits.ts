import {
  isObject,
  pointerStep,
  propertiesOf,
  referredName,
  type Schema,
} from "@contract-toolkit/kernel";
import type { MiddlewareFault, Judge } from "./judge.ts";
import type { Messages } from "./judged-messages.ts";
import { exceededLimit, holds } from "./instances.ts";
import { atMost } from "./translation.ts";

/**
 * A judge that also holds numbers against each other (`atMost`). The middleware takes no keywords but its own, and JSON
 * Schema has none that compares two values. Where alternatives have such a rule, the middleware's judgement of them
 * counts no longer: each is judged by itself, with its rules.
 */
export function withLimits(messages: Messages, judge: Judge): Judge {
  const { schemas, components, branches } = messages;
  const limited = limitedSchemas(messages);

  const judgeWhole: Judge = async (name, value) => {
    const findings = await judge(name, value);
    const schema = schemas.get(name);
    if (!schema || !limited.has(schema)) return findings;
    const unions: Union[] = [];
    const exceeded = exceededIn(schema, value, "", unions);
    const judged = await Promise.all(unions.map(findingOfUnion));
    return [
      ...findings.filter(({ path }) => !unions.some((union) => isWithin(path, union.path))),
      ...exceeded,
      ...judged.flat(),
    ];
  };

  /** Every number below and including `value` that is too large; the unions on the way are collected. */
  function exceededIn(
    schema: Schema,
    value: unknown,
    path: string,
    unions: Union[],
  ): MiddlewareFault[] {
    if (!limited.has(schema)) return [];
    const inside = (each: Schema, at = value, step = "") =>
      exceededIn(each, at, `${path}${step}`, unions);
    if (branches.has(schema)) unions.push({ schema, value, path });
    const referred = components[referredName(schema) ?? ""];
    const { if: condition, then } = schema;
    return [
      ...ownFindings(schema, value, path),
      ...(referred ? inside(referred) : []),
      ...(schema.allOf ?? []).flatMap((part) => inside(part)),
      ...(isObject(then) && holds(condition, value) ? inside(then) : []),
      ...childrenOf(schema, value).flatMap(([each, at, step]) => inside(each, at, `/${step}`)),
    ];
  }

  async function findingOfUnion({ schema, value, path }: Union): Promise<MiddlewareFault[]> {
    const names = branches.get(schema) ?? [];
    const judged = await Promise.all(names.map((name) => judgeWhole(name, value)));
    const fitting = judged.filter(({ length }) => length === 0).length;
    const keyword = schema.oneOf === undefined ? "anyOf" : "oneOf";
    const fits = keyword === "oneOf" ? fitting === 1 : fitting > 0;
    return fits ? [] : [{ path, keyword, message: "" }];
  }

  return judgeWhole;
}

/** A value that has to fit alternatives, and where it is. */
interface Union {
  readonly schema: Schema;
  readonly value: unknown;
  readonly path: string;
}

function isWithin(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}/`);
}

function ownFindings(schema: Schema, value: unknown, path: string): MiddlewareFault[] {
  return Object.keys(schema.atMost ?? {})
    .filter((name) => exceededLimit(schema, value, name) !== undefined)
    .map((name) => ({ path: `${path}/${name}`, keyword: atMost, message: "" }));
}

/** Schemas below a schema, with the values and steps of what they are about. */
function childrenOf(schema: Schema, value: unknown): [Schema, unknown, string][] {
  const { items, additionalProperties } = schema;
  if (Array.isArray(value))
    return isObject(items) ? value.map((each, index) => [items, each, String(index)]) : [];
  if (!isObject(value)) return [];
  const properties = new Map(propertiesOf(schema));
  return Object.entries(value).flatMap(([name, each]): [Schema, unknown, string][] => {
    const found = properties.get(name) ?? additionalProperties;
    const step = pointerStep(name);
    return isObject(found) ? [[found, each, step]] : [];
  });
}

/** The schemas that have such a rule, or lead to one: hardly any, so that messages of all others cost nothing. */
function limitedSchemas({ schemas, components }: Messages): ReadonlySet<Schema> {
  const found = new Set<Schema>();
  let before: number;
  do {
    before = found.size;
    for (const schema of [...schemas.values(), ...Object.values(components)]) visit(schema);
    // What refers to a schema of the last round is found in the next.
  } while (found.size > before);
  return found;

  function visit(schema: Schema): boolean {
    const { items, additionalProperties, then } = schema;
    const inside = [
      ...propertiesOf(schema).map(([, property]) => property),
      ...[items, additionalProperties, then].filter(isObject),
      ...[schema.allOf, schema.anyOf, schema.oneOf].flatMap((parts) => parts ?? []),
    ];
    const leads = inside.map(visit).includes(true);
    const referred = components[referredName(schema) ?? ""];
    const isLimited =
      leads || schema.atMost !== undefined || (referred !== undefined && found.has(referred));
    if (isLimited) found.add(schema);
    return isLimited;
  }
}

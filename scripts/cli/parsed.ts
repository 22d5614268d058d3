import { parseArgs, type ParseArgsConfig } from "node:util";

/** The options and the other arguments of a command. */
export function parsed<const Options extends NonNullable<ParseArgsConfig["options"]>>(
  args: string[],
  options: Options,
) {
  return parseArgs({ args, allowPositionals: true, options });
}

function each<Name extends string, Option>(names: readonly Name[], option: Option) {
  return Object.fromEntries(names.map((name) => [name, option])) as Record<Name, Option>;
}

/** Options that are there or not. */
export const flags = <Name extends string>(...names: Name[]) =>
  each(names, { type: "boolean", default: false } as const);

/** Options with a value. */
export const texts = <Name extends string>(...names: Name[]) =>
  each(names, { type: "string" } as const);

/** Options that can be repeated. */
export const lists = <Name extends string>(...names: Name[]) =>
  each(names, { type: "string", multiple: true, default: [] as string[] } as const);

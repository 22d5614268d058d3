import { isContainer } from "@contract-toolkit/kernel";

/** The text at a place of content whose static type is not known; undefined when there is none. */
export function textAt(content: unknown, ...path: string[]): string | undefined {
  const found = path.reduce<unknown>(
    (value, name) =>
      isContainer(value) ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined,
    content,
  );
  return typeof found === "string" ? found : undefined;
}

import {
  answerHeader,
  cookieText,
  headerText,
  isObject,
  joinQueryList,
  type Parameter,
} from "@contract-toolkit/kernel";

/**
 * Writes and reads parameters and headers that are not a single text (OpenAPI 3, style of a parameter): cookies, objects in a
 * query, lists in a header, lists with a separator other than the comma, and typed headers of answers. This is the option `styles`
 * of a client.
 */
export const styles = {
  answerHeader,
  cookieText,
  headerText,
  /** Pairs of name and value, percent-encoded. */
  queryText(
    name: string,
    value: unknown,
    separator: NonNullable<Parameter["array"]>["separator"],
  ): string[] {
    // Style `deepObject` puts the name of a field in brackets.
    const texts = isObject(value)
      ? Object.entries(value).map(([field, each]) => [`${name}[${field}]`, each] as const)
      : [[name, value] as const];
    return texts.flatMap(([each, given]) => {
      const items = [given]
        .flat()
        .filter((item) => item !== undefined)
        .map(String);
      const written =
        separator && items.length > 0
          ? [joinQueryList(items, separator)]
          : items.map(encodeURIComponent);
      return written.map((text) => `${encodeURIComponent(each)}=${text}`);
    });
  },
};

import {
  responseHeader,
  cookieText,
  expandPath,
  headerText,
  isObject,
  joinQueryList,
  type Parameter,
} from "@contract-toolkit/contract";

/**
 * Writes and reads parameters and headers that are not a single text (OpenAPI 3, style of a parameter): cookies, objects, path
 * parameters with an operator, lists in a header, lists with a separator other than the comma, and typed headers of responses. This is the option `styles`
 * of a client.
 */
export const styles = {
  responseHeader,
  cookieText,
  expandPath,
  headerText,
  /** Pairs of name and value, percent-encoded. */
  queryText(name: string, value: unknown, { array, object }: Partial<Parameter> = {}): string[] {
    const separator = array?.separator;
    const fields = isObject(value)
      ? Object.entries(value).filter(([, field]) => field != null)
      : undefined;
    if (fields && object?.explode === false)
      return fields.length === 0
        ? []
        : [`${encodeURIComponent(name)}=${joinQueryList(fields.flat().map(String))}`];
    // Style `deepObject` puts the name of a field in brackets.
    const texts = fields?.map(
      ([field, value]) => [object ? field : `${name}[${field}]`, value] as const,
    ) ?? [[name, value] as const];
    return texts.flatMap(([entry, given]) => {
      const items = [given]
        .flat()
        .filter((item) => item != null)
        .map(String);
      const written =
        separator && items.length > 0
          ? [joinQueryList(items, separator)]
          : items.map(encodeURIComponent);
      return written.map((text) => `${encodeURIComponent(entry)}=${text}`);
    });
  },
};

import {
  cookieText,
  headerText,
  headerValue,
  isObject,
  joinQueryList,
} from "@contract-toolkit/kernel";
import type { StyleCodec } from "./codecs.ts";

/**
 * Parameters and headers that are more than one text (OpenAPI 3, style of a parameter): cookies, objects in a query, lists in a
 * header or with another separator than the comma, and headers of answers that are no texts. The option `styles` of a client.
 */
export const styles: StyleCodec = {
  cookieText,
  headerText,
  headerValue,
  queryText(name, value, separator) {
    // Style `deepObject`: the fields of an object have names in brackets.
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

import type { XmlBody, XmlNode, XmlValue } from "@contract-toolkit/contract";
import type { BodyForm } from "../contract-form.ts";
import { found } from "../kinds.ts";

/** Content types of a body whose common parts are written in other elements or attributes. */
export function xmlChanges({ xml: old }: BodyForm, { xml: now }: BodyForm) {
  return [...old].flatMap(([type, before]) => {
    const after = now.get(type);
    return after && !areAlike(before, after) ? [found("xml-changed", type)] : [];
  });
}

/** Whether what two bodies have in common is written in the same way. Prefixes have no meaning. */
function areAlike(old: XmlBody, now: XmlBody): boolean {
  const compared = new Set<string>();
  const values = (one: XmlValue, other: XmlValue): boolean => {
    if (one.value !== undefined && other.value !== undefined) {
      const pair = JSON.stringify([one.value, other.value]);
      if (compared.has(pair)) return true;
      compared.add(pair);
    }
    const { fields: before = {}, items: item, others } = old.values?.[one.value ?? ""] ?? one;
    const after = now.values?.[other.value ?? ""] ?? other;
    return (
      Object.entries(before).every(([name, field]) => {
        const same = after.fields?.[name];
        return !same || (field.as === same.as && nodes(field, same));
      }) &&
      (!item || !after.items || nodes(item, after.items)) &&
      (!others || !after.others || values(others, after.others))
    );
  };
  const nodes = (one: XmlNode, other: XmlNode): boolean =>
    one.name === other.name && one.namespace === other.namespace && values(one, other);
  return nodes(old.root, now.root);
}

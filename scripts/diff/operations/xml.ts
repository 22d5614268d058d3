import type { XmlBody, XmlNode, XmlValue } from "@contract-toolkit/contract";
import type { BodyForm } from "../contract-form.ts";
import { makeChange } from "../kinds.ts";

/** Content types of a body whose common parts are written in other elements or attributes. */
export function xmlChanges({ xml: old }: BodyForm, { xml: now }: BodyForm) {
  return [...old].flatMap(([type, before]) => {
    const after = now.get(type);
    return after && !areAlikeXmlBodies(before, after) ? [makeChange("xml-changed", type)] : [];
  });
}

/** Whether what two bodies have in common is written in the same way. Prefixes have no meaning. */
function areAlikeXmlBodies(old: XmlBody, now: XmlBody): boolean {
  const compared = new Set<string>();
  const values = (left: XmlValue, right: XmlValue): boolean => {
    if (left.value !== undefined && right.value !== undefined) {
      const pair = JSON.stringify([left.value, right.value]);
      if (compared.has(pair)) return true;
      compared.add(pair);
    }
    const before = old.values?.[left.value ?? ""] ?? left;
    const after = now.values?.[right.value ?? ""] ?? right;
    return (
      Object.entries(before.fields ?? {}).every(([name, field]) => {
        const same = after.fields?.[name];
        return !same || (field.as === same.as && nodes(field, same));
      }) &&
      (!before.items || !after.items || nodes(before.items, after.items)) &&
      (!before.others || !after.others || values(before.others, after.others))
    );
  };
  const nodes = (left: XmlNode, right: XmlNode): boolean =>
    left.name === right.name && left.namespace === right.namespace && values(left, right);
  return nodes(old.root, now.root);
}

import type { Case } from "../case.ts";
import type { HttpCase } from "../servers/http-case.ts";
import { callbackCase, type CallbackCase } from "./callback-case.ts";

/** The HTTP cases of headers and bodies as signed messages. A receiver may accept or refuse media types and codings. */
export function callbackBodyCases(base: Case, ofHttp: readonly HttpCase[]): CallbackCase[] {
  return ofHttp.flatMap(({ id, why, group, raw, expected, section, open }) => {
    if (open !== undefined || (group !== "headers" && group !== "bodies")) return [];
    const name = `${group}/${id.slice(id.indexOf(group) + group.length + 1)}`;
    if (expected.kind === "as-sample")
      return [callbackCase(base, name, why, "acknowledged", { raw })];
    return expected.kind === "refused" && ofContent.test(section)
      ? [callbackCase(base, name, why, "refused", { raw })]
      : [];
  });
}

/** A genuine message by another method than the documented one. */
export function methodCases(base: Case): CallbackCase[] {
  return ["GET", "PUT", "PATCH", "DELETE"]
    .filter((method) => method !== base.operation.method)
    .map((method) => {
      const why = `a genuine message is sent by ${method}`;
      return callbackCase(base, `headers/method ${method}`, why, "refused", { raw: { method } });
    });
}

/** The sections about JSON and about missing bodies. */
const ofContent = /^(RFC 8259|RFC 9110, section 8\.6$)/;

export function damageCases(base: Case): CallbackCase[] {
  return damages.map(([name, text]) => {
    const why = `after it was signed the body got ${name}`;
    return callbackCase(base, `damage/${name}`, why, "refused", { damage: { body: { text } } });
  });
}

const damages = [
  ["a space before it", " {body}"],
  ["a line break after it", "{body}\n"],
  ["its characters as escapes", "{units}"],
  ["a field that nobody documented", '{open},"undocumented":1}'],
  ["a space before its end", "{open} }"],
] as const;

import { comparisons, type Comparison } from "@contract-toolkit/contract/field-rules";
import { _, type Code, type CodeKeywordDefinition } from "ajv";
import type { Ajv2020 } from "ajv/dist/2020.js";
import { UsageError } from "./usage-error.ts";

/**
 * Adds the keywords that compare fields. They ignore missing values and values of another type, which other keywords
 * refuse.
 *
 * @throws {UsageError} when a rule has the name of a keyword of JSON Schema
 */
export function compareFields(ajv: Ajv2020): void {
  for (const rule of comparisons) {
    if (ajv.getKeyword(rule.name))
      throw new UsageError(
        `The rule @${rule.name} has the name of a JSON Schema keyword. Rename it in contract/field-rules.`,
      );
    ajv.addKeyword(keywordOf(rule));
  }
}

/** The keyword of an object maps a field to the sibling that it is compared with. */
function keywordOf({ name, must, types, brokenCode }: Comparison): CodeKeywordDefinition {
  const isCompared = (value: Code) =>
    types
      .map((type): Code => _`typeof ${value} == ${type}`)
      .reduce((left, right) => _`(${left} || ${right})`);
  return {
    keyword: name,
    type: "object",
    schemaType: "object",
    error: {
      message: `${must} another property`,
      params: ({ params }) => _`{property: ${params["property"]}, sibling: ${params["sibling"]}}`,
    },
    code(cxt) {
      const { gen, data } = cxt;
      for (const [property, sibling] of Object.entries(cxt.schema as Record<string, string>)) {
        const value = gen.const("value", _`${data}[${property}]`);
        const otherName = gen.const("other", _`${data}[${sibling}]`);
        cxt.setParams({ property: _`${property}`, sibling: _`${sibling}` });
        const isBroken = brokenCode<Code>(_, value, otherName);
        gen.if(_`${isCompared(value)} && ${isCompared(otherName)} && ${isBroken}`);
        cxt.error();
        gen.endIf();
      }
    },
  };
}

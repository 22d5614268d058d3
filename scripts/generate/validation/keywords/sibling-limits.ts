import { _, type CodeKeywordDefinition } from "ajv";
import type { Ajv2020 } from "ajv/dist/2020.js";

/** Keyword of an object: by the name of a number, the name of the one beside it that it may not exceed. */
const atMost = "atMost";

/** Makes validators hold numbers against each other. What is no number, or not there, is for other rules to refuse. */
export function compareSiblings(ajv: Ajv2020): void {
  ajv.addKeyword(atMostKeyword);
}

const atMostKeyword: CodeKeywordDefinition = {
  keyword: atMost,
  type: "object",
  schemaType: "object",
  error: {
    message: "must not exceed another property",
    params: ({ params }) => _`{property: ${params["property"]}, limitProperty: ${params["limit"]}}`,
  },
  code(cxt) {
    const { gen, data } = cxt;
    for (const [property, limit] of Object.entries(cxt.schema as Record<string, string>)) {
      const value = gen.const("value", _`${data}[${property}]`);
      const bound = gen.const("bound", _`${data}[${limit}]`);
      cxt.setParams({ property: _`${property}`, limit: _`${limit}` });
      gen.if(_`typeof ${value} == "number" && typeof ${bound} == "number" && ${value} > ${bound}`);
      cxt.error();
      gen.endIf();
    }
  },
};

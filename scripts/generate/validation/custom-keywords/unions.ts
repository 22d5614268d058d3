import {
  _,
  Name,
  nil,
  type AnySchema,
  type Code,
  type CodeKeywordDefinition,
  type KeywordCxt,
} from "ajv";
import type { Ajv2020 } from "ajv/dist/2020.js";

/**
 * Makes union errors report how many of the errors before them belong to each branch (`params.branches`). ajv does not
 * report this, and an error names only its schema, which several branches may share.
 */
export function reportBranches(ajv: Ajv2020): void {
  for (const keyword of ["anyOf", "oneOf"] as const) {
    ajv.removeKeyword(keyword);
    ajv.addKeyword(unionKeyword(keyword));
  }
}

function unionKeyword(keyword: "anyOf" | "oneOf"): CodeKeywordDefinition {
  return {
    keyword,
    schemaType: "array",
    trackErrors: true,
    error: {
      message: "must fit",
      params: ({ params }) => _`{branches: [${params["branches"] ?? nil}]}`,
    },
    code(cxt) {
      compileUnion(cxt, keyword);
    },
  };
}

/** JSON Schema 2020-12, sections 10.2.1.2 and 10.2.1.3. */
function compileUnion(cxt: KeywordCxt, keyword: "anyOf" | "oneOf"): void {
  const { gen } = cxt;
  const schemas = cxt.schema as readonly AnySchema[];
  // ajv's name for the error count in every function.
  const errors = new Name("errors");
  const fits = gen.name("_valid");
  const fitting = gen.let("fitting", 0);
  const start = gen.const("start", errors);
  const ends = schemas.map(() => gen.let("end", start));
  cxt.setParams({
    branches: ends.reduce<Code>(
      (list, end, index) =>
        _`${list}${index > 0 ? _`, ` : nil}${end} - ${ends[index - 1] ?? start}`,
      nil,
    ),
  });
  gen.block(() => {
    ends.forEach((end, schemaProp) => {
      const branch = cxt.subschema({ keyword, schemaProp, compositeRule: true }, fits);
      gen.if(fits, () => gen.code(_`${fitting}++`)).assign(end, errors);
      const merged = cxt.mergeValidEvaluated(branch, fits);
      // Once a branch of anyOf fits, later branches are skipped.
      if (keyword === "anyOf" && !merged) gen.if(_`${fitting} === 0`);
    });
  });
  cxt.result(
    keyword === "anyOf" ? _`${fitting} > 0` : _`${fitting} === 1`,
    () => {
      cxt.reset();
    },
    () => {
      cxt.error(true);
    },
  );
}

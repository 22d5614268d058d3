import { banner } from "./banner.ts";
import { typeNameOf } from "./names.ts";
import { inComment } from "./operation-comment.ts";
import type { Service } from "../service-model/service.ts";

/** The named enumerations of a service as lists, for menus and checks at run time. Undefined if it has none. */
export function enumValuesModule(service: Service): string | undefined {
  const lines = enumsOf(service).map(
    ({ name, values }) => `export const ${name} = Object.freeze(${values});\n`,
  );
  return lines.length > 0 ? banner("js") + lines.join("") : undefined;
}

/** Declarations of these lists, each with the type of a value. */
export function enumValuesDeclaration(service: Service): string {
  const lines = enumsOf(service).map(
    ({ name, values, comment }) =>
      `${comment}export declare const ${name}: readonly ${values};\nexport type ${name} = (typeof ${name})[number];\n`,
  );
  return banner("ts") + lines.join("\n");
}

function enumsOf({ documents: { openapi31 } }: Service) {
  return Object.entries(openapi31.components?.schemas ?? {}).flatMap(([id, schema]) => {
    const { enum: values, description } = schema;
    if (!values) return [];
    const name = typeNameOf(id).replace(/^(?=\d)/, "_");
    const lines = inComment(description ?? "")
      .split("\n")
      .filter((line) => line !== "");
    return {
      name,
      values: JSON.stringify(values),
      comment: lines.length > 0 ? `/**\n${lines.map((line) => ` * ${line}\n`).join("")} */\n` : "",
    };
  });
}

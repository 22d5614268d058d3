import { isSchema, type Schema } from "@contract-toolkit/kernel";
import type { Service } from "../service.ts";
import { schemasOf } from "../validation/service-schemas.ts";

/**
 * Whether a body keeps the schema of an operation's request or status; undefined where the service has no such message.
 */
export type ExampleJudge = (
  operation: string,
  message: string,
  body: unknown,
  contentType: string,
) => boolean | undefined;

/** Makes a judge of the examples of a service, by the same schemas that servers validate with. */
export function exampleJudge(service: Service): ExampleJudge {
  return (operation, message, body, contentType) => {
    const id = `${operation}.${message}`;
    const { server, compiler } = schemasOf(service);
    const schema = server.messages.get(id);
    if (!schema) return undefined;
    const condition = schema.allOf?.findIndex((each) => isOfType(each, contentType)) ?? -1;
    const path = condition < 0 ? "properties/body" : `allOf/${condition}/then/properties/body`;
    const validate = compiler.getSchema(`${id}#/${path}`);
    // Defaults are filled into what is judged.
    return validate?.(structuredClone(body)) as boolean | undefined;
  };
}

function isOfType({ if: condition }: Schema, contentType: string): boolean {
  const type = condition?.properties?.["contentType"];
  return isSchema(type) && type.const === contentType;
}

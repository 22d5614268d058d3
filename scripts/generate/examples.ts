import type { Service } from "./service.ts";
import { serverSchemas } from "./validation/compiled-schemas.ts";
import { messageSchemas } from "./validation/messages.ts";
import { createCompiler } from "./validation/validators.ts";

/**
 * Whether a body keeps the schema of an operation's request or status; undefined where the service has no such message.
 */
export type ExampleJudge = (
  operation: string,
  message: string,
  body: unknown,
) => boolean | undefined;

/** Makes a judge of the examples of a service, by the same schemas that servers validate with. */
export function exampleJudge(service: Service): ExampleJudge {
  const schemas = serverSchemas(messageSchemas(service));
  const compiler = createCompiler(schemas);
  return (operation, message, body) => {
    const id = `${operation}.${message}`;
    if (!schemas.messages.has(id)) return undefined;
    const validate = compiler.getSchema(`${id}#/properties/body`);
    // Defaults are filled into what is judged.
    return validate?.(structuredClone(body)) as boolean | undefined;
  };
}

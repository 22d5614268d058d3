import type { Service } from "./service.ts";
import { schemasOf } from "./validation/service-schemas.ts";

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
  return (operation, message, body) => {
    const id = `${operation}.${message}`;
    const { server, compiler } = schemasOf(service);
    if (!server.messages.has(id)) return undefined;
    const validate = compiler.getSchema(`${id}#/properties/body`);
    // Defaults are filled into what is judged.
    return validate?.(structuredClone(body)) as boolean | undefined;
  };
}

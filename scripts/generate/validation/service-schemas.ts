import type { Ajv2020 } from "ajv/dist/2020.js";
import type { MessageSchemas } from "@contract-toolkit/kernel";
import { remembering } from "../memoize.ts";
import type { Service } from "../service.ts";
import { schemasText, serverSchemas, type CompiledSchemas } from "./compiled-schemas.ts";
import { messageSchemas } from "./message-schemas.ts";
import { createCompiler } from "./validators.ts";

/** What is made of the messages of a service, when it is asked for first: several files of each need it. */
export interface ServiceSchemas {
  readonly messages: MessageSchemas;
  readonly server: CompiledSchemas;
  /** Judges samples and examples as a server does. */
  readonly compiler: Ajv2020;
}

const compilerOf = remembering(schemasText, createCompiler);

const known = new WeakMap<Service, ServiceSchemas>();

/** The schemas of a service, the same ones each time. */
export function schemasOf(service: Service): ServiceSchemas {
  const found = known.get(service);
  if (found) return found;
  let messages: MessageSchemas | undefined;
  let server: CompiledSchemas | undefined;
  let compiler: Ajv2020 | undefined;
  const schemas: ServiceSchemas = {
    get messages() {
      return (messages ??= messageSchemas(service));
    },
    get server() {
      return (server ??= serverSchemas(schemas.messages));
    },
    get compiler() {
      return (compiler ??= compilerOf(schemas.server));
    },
  };
  known.set(service, schemas);
  return schemas;
}

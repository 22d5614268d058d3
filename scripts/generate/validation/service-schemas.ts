import type { Ajv2020 } from "ajv/dist/2020.js";
import type { MessageSchemas } from "@contract-toolkit/kernel";
import { oncePer, remembering } from "../memoize.ts";
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

const messagesOf = oncePer(messageSchemas);
const serverOf = oncePer((service: Service) => serverSchemas(messagesOf(service)));
const compile = remembering(schemasText, createCompiler);
const compilerOf = oncePer((service: Service) => compile(serverOf(service)));

/** The schemas of a service, the same ones each time. */
export function schemasOf(service: Service): ServiceSchemas {
  return {
    get messages() {
      return messagesOf(service);
    },
    get server() {
      return serverOf(service);
    },
    get compiler() {
      return compilerOf(service);
    },
  };
}

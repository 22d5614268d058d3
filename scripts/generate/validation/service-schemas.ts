import type { Ajv2020 } from "ajv/dist/2020.js";
import { memoized, oncePer } from "../memoize.ts";
import type { Service } from "../service-model/service.ts";
import { schemasText, serverSchemas } from "./compiled-schemas.ts";
import { messageSchemas } from "./message-schemas.ts";
import { createValidatorCompiler } from "./validators.ts";

/** The schemas of the messages of a service, made once: several generated files need them. */
export const messagesOf = oncePer(messageSchemas);

/** The schemas of a service's server validators, made once. */
export const serverSchemasOf = oncePer((service: Service) => serverSchemas(messagesOf(service)));

const compile = memoized(schemasText, createValidatorCompiler);

/** The compiler that validates samples and examples as a server does, made once. */
export const compilerOf: (service: Service) => Ajv2020 = oncePer((service: Service) =>
  compile(serverSchemasOf(service)),
);

/** The compiler that validates messages as their receivers do: responses may have undocumented fields. */
export const receiverCompilerOf: (service: Service) => Ajv2020 = oncePer((service: Service) =>
  createValidatorCompiler(serverSchemas(messagesOf(service), "bare")),
);

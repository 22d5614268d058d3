import { banner } from "./banner.ts";
import { propertyKey, typeNameOf } from "./names.ts";
import { inComment, operationComment } from "./operation-comment.ts";
import type { Service } from "../service-model/service.ts";

/** The interface that a server implements: one handler for each operation. */
export function handlersModule(service: Service): string {
  const names = service.operations.map(({ operation }) => typeNameOf(operation.id));
  return [
    banner("ts"),
    `import type { Handler } from "@contract-toolkit/contract";\n`,
    `import type { ${names.join(", ")} } from "./operations.js";\n\n`,
    `/** Every operation of ${inComment(service.documents.openapi30.info.title)}, to be filled in. A missing or further one does not compile. */\n`,
    `export interface Handlers<Context, Request = unknown> {\n`,
    ...service.operations.map(
      (operation) =>
        operationComment(operation) +
        `  ${propertyKey(operation.operation.id)}: Handler<${typeNameOf(operation.operation.id)}, Context, Request>;\n`,
    ),
    `}\n`,
  ].join("");
}

import { createRule, getOpExamples, paramMessage } from "@typespec/compiler";
import { responseOfExample } from "../examples.ts";
import { operationsOf } from "../message-fields.ts";

/** Every operation shows at least one exchange that goes well. */
export const sampledSuccess = createRule({
  name: "sampled-success",
  severity: "warning",
  description: "Operations have a sample of a success.",
  messages: {
    default: paramMessage`Operation '${"name"}' has no sample of a success. Add a sample whose returnType has a status below 400.`,
  },
  create: (context) => ({
    root: (program) => {
      for (const http of operationsOf(program)) {
        const statuses = getOpExamples(program, http.operation).map(
          (example) => responseOfExample(program, http, example)?.response.statusCodes,
        );
        if (statuses.some(isSuccess)) continue;
        context.reportDiagnostic({
          target: http.operation,
          format: { name: http.operation.name },
        });
      }
    },
  }),
});

function isSuccess(status: unknown): boolean {
  return typeof status === "number" && status < 400;
}

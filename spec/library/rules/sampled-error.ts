import { createRule, paramMessage } from "@typespec/compiler";
import { operationsOf } from "../message-fields.ts";
import { unsampledErrors } from "../shown-errors.ts";

/** Every error that an operation declares is shown: each status, and each code of it. */
export const sampledError = createRule({
  name: "sampled-error",
  severity: "warning",
  description: "Declared errors have a sample, for each code of each status.",
  messages: {
    status: paramMessage`Operation '${"name"}' declares ${"status"} and has no sample of it. Add a sample, or remove the status.`,
    code: paramMessage`Operation '${"name"}' declares ${"status"} with code ${"code"} and has no sample of it. Add a sample, or remove the code.`,
  },
  create: (context) => ({
    root: (program) => {
      for (const http of operationsOf(program)) {
        for (const { status, code } of unsampledErrors(program, http)) {
          context.reportDiagnostic({
            messageId: code === undefined ? "status" : "code",
            target: http.operation,
            format: {
              name: http.operation.name,
              status: String(status),
              code: String(code),
            },
          });
        }
      }
    },
  }),
});

import { getOpExamples } from "@typespec/compiler";
import { responseOfExample } from "../examples.ts";
import { listHttpOperations } from "../message-fields.ts";
import { unsampledErrors } from "../sampled-errors.ts";
import { programRule } from "./program-rule.ts";

/** Every error that an operation declares has a sample, for each status and each code of it. */
export const sampledError = programRule(
  "sampled-error",
  "Declared errors have a sample, for each code of each status.",
  (program) =>
    listHttpOperations(program).flatMap((http) =>
      unsampledErrors(program, http).map(({ status, code }) => {
        const [what, part] =
          code === undefined ? [status, "status"] : [`${status} with code ${code}`, "code"];
        const message = `Operation '${http.operation.name}' declares ${what} and has no sample of it. Add a sample, or remove the ${part}.`;
        return { target: http.operation, message };
      }),
    ),
);

/** Every operation has at least one sample of a success. */
export const sampledSuccess = programRule(
  "sampled-success",
  "Operations have a sample of a success.",
  (program) =>
    listHttpOperations(program)
      .filter((http) => {
        const statuses = getOpExamples(program, http.operation).map(
          (example) => responseOfExample(program, http, example)?.response.statusCodes,
        );
        return !statuses.some((status) => typeof status === "number" && status < 400);
      })
      .map(({ operation: target }) => ({
        target,
        message: `Operation '${target.name}' has no sample of a success. Add a sample whose returnType has a status below 400.`,
      })),
);

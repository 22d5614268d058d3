import { listServices, type Program, type Diagnostic } from "@typespec/compiler";
import { patternFault } from "@contract-toolkit/schemas/redos/linear";
import { patternsIn } from "./patterns.ts";
import { refuse, specFault } from "./spec-fault.ts";
import type { Spec } from "../compile.ts";
import { inexactNumbers } from "./inexact-numbers.ts";
import type { ServiceView } from "../service-model/service-views.ts";
import { checkFolders, checkVersioning } from "./service-names.ts";
import { numberTexts } from "../program-mutations/number-texts.ts";
import { checkOperationIds } from "./operation-ids.ts";
import { checkBraces, checkSameRoutes, checkSharedRoutes } from "./routes.ts";
import { checkBodies } from "./bodies.ts";
import { checkDataTypes } from "./data-types.ts";

/**
 * Refuses what TypeSpec allows and the toolkit cannot carry through to server, client and suite.
 *
 * @throws {SpecError} with file, line, column and advice, one line for each.
 */
export function refuseUnsupported({ program, entry }: Spec, views: readonly ServiceView[]): void {
  const services = listServices(program);
  const source = program.sourceFiles.get(entry);
  if (services.length === 0 && source) {
    const message = "The specification declares no service; add @service to its namespace.";
    refuse([specFault(source, "no-service", message)]);
  }
  refuse([
    ...checkFolders(views),
    ...services.flatMap(({ type }) => checkVersioning(type, views)),
    ...checkPatterns(program),
    ...checkNumberTexts(program),
    ...inexactNumbers(program),
    ...views.flatMap(({ operations }) => [
      ...checkOperationIds(
        program,
        operations.map(({ http }) => http),
      ),
      ...checkSharedRoutes(operations),
      ...checkSameRoutes(operations),
      ...operations.flatMap(({ http }) => [
        ...checkBraces(http),
        ...checkDataTypes(http.operation),
        ...checkBodies(program, http),
      ]),
    ]),
  ]);
}

function checkNumberTexts(program: Program): Diagnostic[] {
  const advice = {
    literal:
      "@encode(string) is supported for a number or a boolean, or one of them or null; write other values as strings themselves.",
    "bounded-fraction":
      "The bounds of a number with a fraction cannot be checked in a string; remove them, or write a string with a @pattern.",
  };
  return numberTexts(program).flatMap(([type, text]) =>
    typeof text === "string" ? [specFault(type, "number-as-text", advice[text])] : [],
  );
}

function checkPatterns(program: Program): Diagnostic[] {
  return patternsIn(program).flatMap(({ pattern, target }) => {
    const fault = patternFault(pattern);
    if (fault === undefined) return [];
    const advice = /^\(\?[a-z]+\)/.test(pattern)
      ? "it has no flags, so write letters in both cases: [Aa]."
      : "escape only what has a meaning, and close what is opened.";
    const message = `${fault}. A pattern is a regular expression of JavaScript with Unicode (ECMA-262, flag u); ${advice}`;
    return [specFault(target, "pattern", message)];
  });
}

import { basename } from "node:path";
import type { Diagnostic, Program } from "@typespec/compiler";
import { explainObject, explainExample } from "./examples.ts";
import { isInside, locationOf } from "./location.ts";
import { withoutFollowers } from "./followers.ts";
import { explainEnum, explainNames, withAdvice } from "./names.ts";

/**
 * Reduces errors to their causes. The compiler continues after an error and reports everything that depends on it.
 * After a syntax error, unknown names are not reported; after an unknown name, wrong types are not.
 */
export function causesOf(program: Program, errors: readonly Diagnostic[]): readonly Diagnostic[] {
  const withCode = (code: RegExp) => errors.filter((error) => code.test(error.code));
  const withAdviceFor = (code: RegExp, advice: string) =>
    withCode(code).map((error) => withAdvice(error, advice));
  // A misspelt field is reported as unknown, and the right one as missing.
  const unknown = withCode(/^unexpected-property$/).map(locationOf);
  const isNoOtherSide = (error: Diagnostic) =>
    error.code !== "missing-property" || !unknown.some((at) => isInside(at, locationOf(error)));
  const stages = [
    () => firstOfEachFile(syntaxErrors(program, errors)),
    () => withAdviceFor(/^(unknown|invalid)-rule/, "correct `linter` in tspconfig.yaml."),
    () => withAdviceFor(/^file-not-found$/, "name the first file, for example spec/main.tsp."),
    () => withCode(/^import-not-found$/).map(withImportAdvice),
    () => lastOfEach("name", withCode(/^duplicate-symbol$/)),
    () => lastOfEach("route", withCode(/\/duplicate-operation$/)),
    () => explainNames(program, errors.filter(isUnknownName)),
    () => withAdviceFor(/\/missing-uri-param$/, "add `@path`, or change the route."),
    () =>
      withoutFollowers(program, errors.filter(isNoOtherSide)).flatMap(
        (diagnostic) =>
          explainExample(program, diagnostic) ??
          explainObject(program, diagnostic) ?? [explainEnum(program, diagnostic)],
      ),
  ];
  for (const stage of stages) {
    const found = stage();
    if (found.length > 0) return found;
  }
  return errors;
}

function syntaxErrors(program: Program, errors: readonly Diagnostic[]): Diagnostic[] {
  const parsed = [...program.sourceFiles.values()].flatMap(
    ({ parseDiagnostics }) => parseDiagnostics,
  );
  return errors.filter((error) => parsed.includes(error));
}

function isUnknownName({ code, message }: Diagnostic): boolean {
  return code === "invalid-ref" && message.startsWith("Unknown ");
}

/** Later syntax errors in a file are consequences of the first. */
function firstOfEachFile(errors: readonly Diagnostic[]): Diagnostic[] {
  const byFile = Map.groupBy(errors, (error) => locationOf(error)?.file.path);
  return [...byFile.values()].flatMap(([first]) =>
    first
      ? [{ ...first, message: `${first.message.replace(/\w$/, "$&.")} ${syntaxAdvice(first)}` }]
      : [],
  );
}

function syntaxAdvice(diagnostic: Diagnostic): string {
  const { code, message } = diagnostic;
  const { file, pos } = locationOf(diagnostic) ?? {};
  if (code === "unterminated") return "Close it: the text after it was read as part of it.";
  if (message.startsWith("array ")) return "A list of strings is string[].";
  if (file?.text[pos ?? 0] === "'") return 'A text is in double quotes: "text".';
  return code === "reserved-identifier" || code === "file-end"
    ? "A brace or bracket before it may not be closed."
    : "Check the text before it, too.";
}

function withImportAdvice(error: Diagnostic): Diagnostic {
  const isFile = /"\.{0,2}\//.test(error.message);
  const advice = isFile
    ? "Paths start from the file that imports."
    : "Is it installed (npm install)?";
  return { ...error, message: `${error.message}. ${advice}` };
}

/** A duplicate is reported at both places. The last one was probably added. */
function lastOfEach(what: string, errors: readonly Diagnostic[]): Diagnostic[] {
  const byName = Map.groupBy(errors, ({ message }) => message.split('"').at(-2));
  return [...byName.values()].flatMap((reports) => {
    const last = reports.at(-1);
    const first = reports[0] && locationOf(reports[0]);
    if (!last) return [];
    const line = first ? first.file.getLineAndCharacterOfPosition(first.pos).line + 1 : 0;
    const place = `line ${line} of ${basename(first?.file.path ?? "")}`;
    const advice = `It is declared at ${place} already; give one of them another ${what}.`;
    return [{ ...last, message: `${last.message.replace(/\.$/, "")}. ${advice}` }];
  });
}

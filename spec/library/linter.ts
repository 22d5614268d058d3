import { defineLinter } from "@typespec/compiler";
import { boundedString } from "./rules/bounded-string.ts";
import { choiceReason, unusedChoice } from "./rules/choices.ts";
import { documented } from "./rules/documented.ts";
import { errorCode } from "./rules/error-code.ts";
import { sampledError, sampledSuccess } from "./rules/sampled.ts";
import { statedOffset } from "./rules/stated-offset.ts";
import { sampleDependsOnInput } from "./rules/sample-depends-on-input.ts";

/** The lint rules of the library. The rule set `@contract-toolkit/typespec/all` contains all of them. */
export const $linter = defineLinter({
  rules: [
    documented,
    sampledSuccess,
    sampledError,
    errorCode,
    boundedString,
    choiceReason,
    unusedChoice,
    statedOffset,
    sampleDependsOnInput,
  ],
});

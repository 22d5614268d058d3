import { defineLinter } from "@typespec/compiler";
import { boundedString } from "./rules/bounded-string.ts";
import { choiceReason } from "./rules/choice-reason.ts";
import { documented } from "./rules/documented.ts";
import { errorCode } from "./rules/error-code.ts";
import { sampledError } from "./rules/sampled-error.ts";
import { sampledSuccess } from "./rules/sampled-success.ts";
import { statedOffset } from "./rules/stated-offset.ts";
import { tellingSample } from "./rules/telling-sample.ts";
import { unusedChoice } from "./rules/unused-choice.ts";

/** The rules of the library; the rule set `@contract-toolkit/typespec/all` has them all. */
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
    tellingSample,
  ],
});

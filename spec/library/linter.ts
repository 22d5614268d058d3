import { defineLinter } from "@typespec/compiler";

export const $linter = defineLinter({ rules: [] });

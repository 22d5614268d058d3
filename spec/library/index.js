// The TypeSpec compiler imports only `.js` files. Node strips the types of the files that this one imports.
export { $decorators, $lib } from "./decorators.ts";
export { $linter } from "./linter.ts";
export { $onValidate } from "./validate.ts";

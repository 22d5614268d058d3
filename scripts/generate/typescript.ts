import ts from "typescript";

/** The compiler with its API, for tools. npm would install it once more for each package that depends on it, beside that of the project. */
export { ts };

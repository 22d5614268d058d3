import { existsSync } from "node:fs";

// The published package has the file, because the package of Scalar brings 280 others.
const packed = new URL("scalar.js", import.meta.url);

/** The file of Scalar, which shows references in a browser. */
export const scalarFile = existsSync(packed)
  ? packed
  : new URL("browser/standalone.js", import.meta.resolve("@scalar/api-reference"));

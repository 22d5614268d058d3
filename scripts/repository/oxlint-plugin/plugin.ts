import { forbiddenVocabulary } from "./forbidden-vocabulary.ts";
import { freePort } from "./free-port.ts";
import { importDirection } from "./import-direction.ts";

/** The rules of this repository's own, for the linter. */
export default {
  meta: { name: "contract" },
  rules: {
    "forbidden-vocabulary": forbiddenVocabulary,
    "free-port": freePort,
    "import-direction": importDirection,
  },
};

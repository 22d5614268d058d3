import { forbiddenVocabulary } from "./forbidden-vocabulary.ts";
import { freePort } from "./free-port.ts";
import { importDirection } from "./import-direction.ts";

/** The lint rules of this repository. */
export default {
  meta: { name: "contract" },
  rules: {
    "forbidden-vocabulary": forbiddenVocabulary,
    "free-port": freePort,
    "import-direction": importDirection,
  },
};

import { glob, readFile } from "node:fs/promises";
import { posix } from "node:path";

/** What the user adds to the application, and where. */
export interface Addition {
  readonly place: string;
  readonly line: string;
}

/**
 * The lines that mount a module.
 *
 * @param module its path from the working folder
 */
export async function additionsFor(module: string): Promise<Addition[]> {
  const all = await applications();
  const [app] = all.length === 1 ? all : [];
  const { path = "", name = "app", at, isModule } = app ?? {};
  const specifier = posix.relative(posix.dirname(path), module).replace(/^(?!\.)/, "./");
  const file = path || all.map((found) => found.path).join(" or ") || "the application";
  const imports = `import { validation } from "${specifier}";`;
  return [
    {
      place: `${file}, with the other imports`,
      line: isModule === false ? `const { validation } = require("${specifier}");` : imports,
    },
    {
      place: `${file}${at === undefined ? "" : `, below line ${at}`}, behind middleware such as CORS, before body parsers and routes`,
      line: `${name}.use(validation);`,
    },
  ];
}

/** The files that make an Express application, as in `const app = express();`. */
async function applications() {
  const paths: string[] = [];
  const exclude = (path: string) => skipped.test(path);
  for await (const path of glob("**/*.{js,cjs,mjs,ts,cts,mts}", { exclude }))
    if (!skipped.test(path)) paths.push(path.replaceAll("\\", "/"));
  const found = await Promise.all(
    paths.sort().map(async (path) => {
      const text = await readFile(path, "utf8");
      const made = /\bexpress\b/.test(text) ? application.exec(text) : null;
      if (!made?.[1]) return [];
      const at = text.slice(0, made.index + made[0].length).split("\n").length;
      return [{ path, name: made[1], at, isModule: /^import\b/m.test(text) }];
    }),
  );
  return found.flat();
}

const application =
  /\b(?:const|let|var)\s+(\w+)\s*(?::[^=\n]+)?=\s*(?:express|require\(["']express["']\))\(\)/;

/** Hidden folders, what is installed or built, tests, and declarations. */
const skipped =
  /(?:^|[\\/])(?:\..+|node_modules|dist|build|coverage|generated|tests?|__tests__)(?:$|[\\/])|\.(?:test|spec|d)\.[cm]?[jt]s$/;

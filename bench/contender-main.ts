import { usage } from "./child.ts";
import { contenders, type ContenderName } from "./contenders/index.ts";

/** Process of one contender: `contender-process.ts <contender> <folder>`. Says its port, then its usage whenever it is asked. */
const [name = "", folder = ""] = process.argv.slice(2);
if (!(name in contenders)) throw new Error(`There is no contender ${name}.`);
const start = await contenders[name as ContenderName]();
process.send?.({ port: await start(folder) });
process.on("message", () => process.send?.(usage()));

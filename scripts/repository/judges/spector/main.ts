import { writeFile } from "node:fs/promises";
import { readExceptions } from "./exceptions.ts";
import { measure } from "./measure.ts";
import { readSpecifications } from "./specifications.ts";
import { resultsPage } from "./table.ts";

// Writes docs/spector.md.
const page = resultsPage(await measure(await readSpecifications()), await readExceptions());
await writeFile("docs/spector.md", page);

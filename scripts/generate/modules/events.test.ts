import { expect, test } from "vitest";
import { compileSpec } from "../compile.ts";
import { readServices } from "../service-model/read-services.ts";
import { specify } from "../testing/specification.ts";
import { eventsModule } from "./events.ts";

/** The events module of a service with these declarations. */
async function moduleOf(declarations: string): Promise<string | undefined> {
  await using specification = await specify(`model Lent { reader: string; }
model Back { torn: boolean; }
${declarations}`);
  const spec = await compileSpec(specification.entry);
  const [service] = await readServices(spec);
  return service && eventsModule(spec, service);
}

const lent = `model LentReport { @eventName kind: "lent"; @contentSchema(Lent) what: string; }
@route("/lent") @post op receiveLent(@body body: LentReport): void;`;

test("lists the operation and content component of each event, also if its fields are inherited", async () => {
  const events = await moduleOf(`${lent}
@contentSchema(Back) scalar Encoded extends string;
model Report { what: Encoded; }
model BackReport extends Report { @eventName kind: "back"; }
@route("/back") @post op receiveBack(@body body: BackReport): void;
@route("/ping") @post op ping(@body body: Lent): void;`);
  expect(events).toContain(`export const events = {
  "lent": { operation: "receiveLent", content: "Lent" },
  "back": { operation: "receiveBack", content: "Back" },
} as const;
`);
  expect(events).toContain(`export interface EventContents {
  "lent": components["schemas"]["Lent"];
  "back": components["schemas"]["Back"];
}
`);
});

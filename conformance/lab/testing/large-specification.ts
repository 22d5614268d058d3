/** TypeSpec of a service with very many operations: four of each resource, whose models are its own. */
export function largeSpecification(operations: number): string {
  const resources = Array.from({ length: operations / 4 }, (_, index) => resource(index));
  return `${head}${resources.join("")}`;
}

const head = `
import "@typespec/http";
import "@typespec/openapi";
using Http;
using OpenAPI;
@service(#{ title: "Many" }) namespace Many;
@error model Problem { @statusCode _: 400 | 404 | 409; title: string; fields: string[]; }
model Page { @query limit?: int32 = 20; @query cursor?: string; }
`;

function resource(n: number): string {
  return `
/** What is kept as ${n}. */
model Item${n} {
  @minLength(1) @maxLength(40) name: string;
  @maxLength(1000) note?: string;
  @minValue(0) @maxValue(100000) copies: int64;
  state: "open" | "closed" | "lost";
  tags: string[];
  created: utcDateTime;
  owner: { name: string; mail?: string };
  parts?: Part${n}[];
}
model Part${n} { number: int32; @pattern("^[A-Z]{2}[0-9]{4}$") code: string; weight?: float64; }
@route("/items${n}") interface Items${n} {
  @operationId("listItems${n}") @get list(...Page): { items: Item${n}[]; next?: string } | Problem;
  @operationId("readItem${n}") @get read(@path id: string): Item${n} | Problem;
  @operationId("writeItem${n}") @put write(@path id: string, @body item: Item${n}): Item${n} | Problem;
  @operationId("removeItem${n}") @delete remove(@path id: string): { @statusCode _: 204 } | Problem;
}`;
}

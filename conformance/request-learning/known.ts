/** What is known of a server: what its user and its document say, and what its responses have shown. */
import {
  isObject,
  isSchema,
  type Operation,
  referredName,
  type SampleRequest,
  schemaProperties,
} from "@contract-toolkit/contract";
import { replaceValue, valuesByPointer } from "../json-comparison/values.ts";
import type { Suite } from "../suite.ts";
import { collectionBefore, collectionOf, isRead, pathParameters } from "./sequence.ts";
import type { Tokens } from "./tokens.ts";
import type { Tried } from "./try-request.ts";
import {
  nameAtPointer,
  nounOf,
  plainName,
  resourcesIn,
  valuesFor,
  type Resource,
} from "./values.ts";

/** What is known before the run. */
export interface Knowledge {
  /** Values that the user gives, by `operationId.name` or by name, and whole bodies by `operationId`. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Documented examples of an operation's parameters by name, and of its bodies. */
  readonly examplesOf: (operation: Operation) => {
    readonly parameters: Readonly<Record<string, unknown>>;
    readonly bodies: readonly unknown[];
  };
  /** Whether the user asks for an operation by name, even if it changes the whole server. */
  readonly isWanted: (operation: Operation) => boolean;
  /** Whether the server keeps no state, so that nothing can be destroyed and every id is as good as another. */
  readonly isStateless: boolean;
  /** Makes the texts of the run unique. */
  readonly tokens: Tokens;
  /** Ends the learning. Operations that were not tried by then need more time. */
  readonly deadline?: AbortSignal | undefined;
}

/** The resources that a run knows, and the values that they give to requests. */
export class Known {
  readonly #suite: Suite;
  readonly #knowledge: Knowledge;
  readonly #resources: Resource[] = [];
  /** Path parameters by operation whose values the document lists, so that they identify no resource. */
  readonly #listed: ReadonlyMap<string, ReadonlySet<string>>;

  constructor(suite: Suite, knowledge: Knowledge) {
    this.#suite = suite;
    this.#knowledge = knowledge;
    this.#listed = new Map(
      Object.keys(suite.contract.operations).map((id) => [id, listedParameters(suite, id)]),
    );
    const given = Object.entries(knowledge.data).filter(([name]) => !name.includes("."));
    if (given.length > 0)
      this.#resources.push(
        ...resourcesIn(Object.fromEntries(given), { collection: "", context: {}, isOwn: true }),
      );
  }

  /** Number of the resources. */
  get size(): number {
    return this.#resources.length;
  }

  /** Keeps what a response shows, and what a creation made. */
  keep(operation: Operation, { played, response }: Tried): void {
    const context = played.request.path;
    const isOwn = operation.method === "POST" || operation.method === "PUT";
    const collection = isOwn || operation.method === "PATCH" ? collectionOf(operation) : "";
    const names = pathParameters(operation);
    const last = names.at(-1);
    const place = isRead(operation)
      ? operation.path.endsWith("}") && last !== undefined
        ? collectionBefore(operation.path, last)
        : operation.path.replace(/\/$/, "")
      : collection;
    this.#resources.push(...resourcesIn(response?.body, { collection: place, context, isOwn }));
    const id = response?.location?.split(/[?#]/)[0]?.replace(/\/$/, "").split("/").at(-1);
    if (isOwn && id !== undefined && id !== "")
      this.#resources.push({
        collection: place,
        context,
        isOwn,
        fields: new Map([["id", decodeURIComponent(id)]]),
      });
    // A response without a body: the request says what was made.
    if (isOwn)
      this.#resources.push(
        ...resourcesIn(
          {
            ...(isObject(played.request.body) && played.request.body),
            ...(operation.method === "PUT" && last !== undefined && { [last]: context[last] }),
          },
          { collection: place, context, isOwn },
        ),
      );
  }

  /** Values for the parameters of the path. A request that changes something gets only those of the run's own resources. */
  pathsOf(
    operation: Operation,
    derived: SampleRequest["path"],
    examples: Readonly<Record<string, unknown>>,
  ): SampleRequest["path"][] {
    const names = pathParameters(operation);
    const last = names.at(-1);
    if (last === undefined) return [derived];
    const listed = this.#listed.get(operation.id) ?? new Set();
    const isOfResource = names.some((name) => !listed.has(name));
    const known = (name: string) => {
      const given = this.#given(operation, name);
      if (given !== undefined) return [{ value: given, resource: undefined }];
      if (listed.has(name) && (isRead(operation) || isOfResource))
        return [{ value: derived[name], resource: undefined }];
      const collection = collectionBefore(operation.path, name);
      // Something new may be made inside of what no operation makes.
      const isParent = !operation.path.endsWith(`{${name}}`) && !this.#makes(collection);
      const mayUse = ({ isOwn }: Resource) => isOwn || isRead(operation) || isParent;
      return valuesFor(this.#resources.filter(mayUse), name, collection);
    };
    // A new resource may be put at a place of the run's own.
    const isNew = operation.method === "PUT" && operation.path.endsWith(`{${last}}`);
    const lasts = [
      ...known(last).map(({ value, resource }) => ({ value, context: resource?.context ?? {} })),
      ...(isRead(operation) && examples[last] !== undefined
        ? [{ value: examples[last], context: {} }]
        : []),
      ...(isNew ? [{ value: derived[last], context: {} }] : []),
    ];
    return lasts.flatMap(
      ({ value, context }: { value: unknown; context: SampleRequest["path"] }) => {
        const path: Record<string, unknown> = { ...derived, [last]: value };
        for (const name of names.slice(0, -1)) {
          const found =
            context[name] ??
            known(name)[0]?.value ??
            (isRead(operation) ? examples[name] : undefined);
          if (found === undefined) return [];
          path[name] = found;
        }
        return [path];
      },
    );
  }

  /** Whether an operation makes resources in a collection. */
  #makes(collection: string): boolean {
    return Object.values(this.#suite.contract.operations).some(
      (operation) =>
        (operation.method === "POST" || operation.method === "PUT") &&
        collectionOf(operation) === collection,
    );
  }

  #given({ id }: Operation, name: string): string | number | undefined {
    const { data } = this.#knowledge;
    const value = data[`${id}.${name}`] ?? data[name];
    return typeof value === "string" || typeof value === "number" ? value : undefined;
  }

  /** Required parameters with values that are given, shown or known. */
  named(
    operation: Operation,
    place: "query",
    derived: SampleRequest["query"],
    examples: Readonly<Record<string, unknown>>,
  ): SampleRequest["query"] {
    return Object.fromEntries(
      Object.entries(derived).map(([name, value]) => {
        const documented = operation.parameters.some(
          (parameter) => parameter.in === place && parameter.name === name,
        );
        const found = this.#given(operation, name) ?? examples[name];
        return [name, documented && found !== undefined ? found : value];
      }),
    );
  }

  /** A body whose fields that name another resource have the id of a known one. */
  linked(body: unknown): unknown {
    let linked = body;
    for (const [pointer, value] of valuesByPointer(body)) {
      const name = nameAtPointer(pointer);
      const isReference = /id$/.test(plainName(name)) && nounOf(name) !== "";
      if (!isReference || (typeof value !== "string" && typeof value !== "number")) continue;
      const found = valuesFor(this.#resources, name, "").find(
        (knownValue) => typeof knownValue.value === typeof value,
      );
      if (found) linked = replaceValue(linked, pointer, found.value);
    }
    return linked;
  }
}

function listedParameters(
  { messages: { messages, $defs } }: Suite,
  operationId: string,
): ReadonlySet<string> {
  const { path } = messages[`request ${operationId}`]?.properties ?? {};
  return new Set(
    schemaProperties(isSchema(path) ? path : {}).flatMap(([name, schema]) => {
      const { enum: values, const: value } = $defs[referredName(schema) ?? ""] ?? schema;
      return values !== undefined || value !== undefined ? [name] : [];
    }),
  );
}

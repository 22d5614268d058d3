import { Ajv } from "ajv";
import express, { type RequestHandler } from "express";
import type { Contract, Operation, OperationMap, Validate } from "@contract-toolkit/contract";
import {
  createContractRouter,
  type ResponseInfo,
  type HandlersOf,
  type RouterOptions,
} from "../index.ts";
import { listen, type Listening } from "./listen.ts";

/** Types of an operation as `contract generate` writes them: the bodies of its responses by status, and other types in `Own`. */
export type OperationOf<Id extends string, Bodies, Own = object> = Own &
  Omit<
    {
      id: Id;
      path: object;
      query: object;
      headers: object;
      body: undefined;
      defaults: never;
      status: keyof Bodies & number;
      responses: { [Status in keyof Bodies]: { headers: object; body: Bodies[Status] } };
    },
    keyof Own
  >;

/** An operation of a small contract, with the schemas of its request and responses. */
interface SmallOperation extends Pick<Operation, "body" | "responses"> {
  /** `GET /books` */
  readonly route: string;
  readonly parameters?: Operation["parameters"];
  readonly request?: Parts;
  readonly schemas: Readonly<Record<number, Parts>>;
}

type Parts = Readonly<Record<string, object>>;

/** Makes a contract with its validators. */
export function contractOf<Types extends OperationMap<Types>>(
  name: string,
  described: Readonly<Record<keyof Types, SmallOperation>>,
): Contract<Types> {
  const all = Object.entries<SmallOperation>(described);
  const operations = all.map(([id, { route, parameters = [], body, responses }]) => {
    const [method = "", path = ""] = route.split(" ");
    const source = { file: `${name}.tsp`, line: path.length, column: 1 };
    const own = { parameters, responses, ...(body && { body }) };
    return [id, { id, method, path, summary: id, retryable: false, source, ...own }];
  });
  const validators = all.map(([id, { request = {}, schemas: results }]) => {
    const responses = Object.entries(results).map(([status, parts]) => [status, validator(parts)]);
    return [
      id,
      { request: validator(request), responses: Object.fromEntries(responses) as object },
    ];
  });
  return {
    name,
    title: name,
    version: "1.0.0",
    operations: Object.fromEntries(operations) as Contract<Types>["operations"],
    validators: Object.fromEntries(validators) as Contract<Types>["validators"],
    refusals: {},
    contentValidators: {},
    boundsCodes: {},
  };
}

/** Makes the validator of a message from the schemas of its parts. All but the query are required. */
export function validator({ query, ...others }: Parts): Validate {
  const properties = {
    ...others,
    query: { type: "object", ...(query && { properties: query }), additionalProperties: false },
  };
  const ajv = new Ajv({ allErrors: true, useDefaults: true });
  return ajv.compile({ type: "object", properties, required: Object.keys(others) });
}

/** A server of a small contract, with its reports. */
export interface SmallApp<Context> extends Listening {
  readonly answered: ResponseInfo<Context>[];
}

/** What a test can change. */
export type SmallAppOptions<Types extends OperationMap<Types>, Context> = Partial<
  RouterOptions<Context>
> & {
  /** Middleware of the application before the router. */
  readonly before?: readonly RequestHandler[];
  /** Replaces parts of the contract. */
  readonly contract?: Partial<Contract<Types>>;
  readonly handlers?: Partial<HandlersOf<Types, Context>>;
  readonly mountPath?: string;
  /** Uses the default of `onResponse`. */
  readonly unreported?: boolean;
};

/** Serves a contract in an application. Behind the router, `POST /echo` returns the body, and everything else is a 418. */
export async function startSmall<Types extends OperationMap<Types>, Context>(
  contract: Contract<Types>,
  handlers: HandlersOf<Types, Context>,
  context: Context,
  {
    before = [],
    contract: overrides,
    handlers: replaced,
    mountPath = "/",
    unreported,
    ...own
  }: SmallAppOptions<Types, Context> = {},
): Promise<SmallApp<Context>> {
  const answered: ResponseInfo<Context>[] = [];
  const router = createContractRouter<Types, Context>(
    { ...contract, ...overrides },
    { ...handlers, ...replaced },
    {
      authenticate: () => context,
      ...(!unreported && { onResponse: (responseInfo) => answered.push(responseInfo) }),
      ...own,
    },
  );
  const app = express();
  for (const middleware of before) app.use(middleware);
  app.use(mountPath, router);
  app.post("/echo", express.text(), (request, response) => void response.send(request.body));
  app.use((_request, response) => void response.sendStatus(418));
  return { ...(await listen(app)), answered };
}

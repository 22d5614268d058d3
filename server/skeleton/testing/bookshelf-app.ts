import express, { type Express } from "express";
import type { Contract } from "@contract-toolkit/kernel";
import {
  createContractRouter,
  type ResponseInfo,
  type HandlersOf,
  type RouterOptions,
} from "../index.ts";
import { bookshelf, type Operations } from "./bookshelf.ts";
import { listen, type Listening } from "./listen.ts";

/** Answers of the bookshelf that a test may replace. */
export const handlers: HandlersOf<Operations, unknown> = {
  findBooks: (_, reply) => reply(200, [{ title: "Rivers" }]),
  addBook: ({ body }, reply) => reply(201, body, { Location: "/books/1" }),
  removeBook: (_, reply) => reply(204, undefined),
  noteBook: ({ body }, reply) => reply(200, body),
  borrowBook: ({ body }, reply) => reply(200, body),
};

/** The bookshelf on a free port, with what became of its requests. */
export interface BookshelfApp extends Listening {
  readonly answered: ResponseInfo<string>[];
}

type BookshelfOptions = Partial<RouterOptions<string>> & {
  /** What the contract has instead of its own. */
  readonly contract?: Partial<Contract<Operations>>;
  readonly handlers?: Partial<HandlersOf<Operations, string>>;
  readonly mountPath?: string;
  /** The router is not given the hook that keeps its reports. */
  readonly unreported?: boolean;
};

/** Serves the bookshelf in an application that somebody else begins. What it passes on is echoed at `/echo`, and is 418 elsewhere. */
export async function startBookshelf(
  begin: (app: Express) => unknown,
  options: BookshelfOptions = {},
): Promise<BookshelfApp> {
  const { contract, handlers: replaced, mountPath = "/", unreported = false, ...own } = options;
  const answered: ResponseInfo<string>[] = [];
  const router = createContractRouter<Operations, string>(
    { ...bookshelf, ...contract },
    { ...handlers, ...replaced },
    {
      authenticate: () => "reader",
      ...(!unreported && { onResponse: (each) => answered.push(each) }),
      ...own,
    },
  );
  const app = express();
  begin(app);
  app.use(mountPath, router);
  app.post("/echo", express.text(), (request, response) => void response.send(request.body));
  app.use((_request, response) => void response.sendStatus(418));
  return { ...(await listen(app)), answered };
}

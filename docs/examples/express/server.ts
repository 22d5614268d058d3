import { once } from "node:events";
import type { AddressInfo } from "node:net";
import express from "express";
import { createContractRouter } from "@contract-toolkit/skeleton";
import { contract } from "./generated/library/index.ts";

const books: { title: string; pages: number }[] = [];

const app = express();
app.use(express.json());

// The described path: its requests and responses are validated.
app.use(
  createContractRouter(contract, {
    authenticate: () => ({}),
    notFound: "next",
    handlers: {
      addBook({ body: { title, pages } }, reply) {
        // A request may have undocumented fields; a response may not.
        const book = { title, pages };
        books.push(book);
        return reply(201, book);
      },
      listBooks: (_, reply) => reply(200, books),
    },
  }),
);

// A route without a contract.
app.get("/members", (_request, response) => {
  response.json(["Ada"]);
});

const server = app.listen(Number(process.env["PORT"] ?? 3002), "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as AddressInfo;
console.log(`http://127.0.0.1:${port}/books`);

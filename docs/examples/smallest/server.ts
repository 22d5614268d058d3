import { createContractServer } from "@contract-toolkit/skeleton";
import { contract } from "./generated/greeter/index.ts";

const { listen } = createContractServer(contract, {
  authenticate: () => ({}),
  handlers: {
    greet: ({ path }, reply) => reply(200, { text: `Good morning, ${path.name}.` }),
  },
});
const url = await listen(Number(process.env["PORT"] ?? 3001));
console.log(new URL("/greetings/Ada", url).href);

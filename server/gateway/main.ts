import { receivingShop } from "./process/commands/example-command.ts";
import { runGateway } from "./process/run.ts";

await runGateway(process.env, {
  shopAt: () => receivingShop,
  callbacksAt: () => "Receive its callback, in another terminal: npm run receive",
});

import { receivingShop } from "./cli/example-command.ts";
import { runGateway } from "./run.ts";

await runGateway(process.env, {
  shopAt: () => receivingShop,
  callbacksAt: () => "Receive its callback, in another terminal: npm run receive",
});

export { full } from "../../../server/gateway/testing/long-test.ts";

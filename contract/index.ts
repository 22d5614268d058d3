/** What every generated contract and everything that works with one share. It imports nothing and knows no service. */
export type * from "./contract.ts";
export {
  countOmitted,
  explain,
  isBoundsKeyword,
  maxListedFaults,
  type OmittedFaults,
} from "./faults.ts";
export { formats, type Format } from "./formats.ts";

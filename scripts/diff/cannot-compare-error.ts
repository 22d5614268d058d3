import { UsageError } from "@contract-toolkit/schemas/usage-error";

/** An input is missing, or is not a contract that can be compared. `message` says why. */
export class CannotCompareError extends UsageError {
  override readonly code = "cannot-compare";
}

import { resolve } from "node:path";

/** Number of operations that the gateway documents. Larger specifications start with these. */
export const DOCUMENTED_OPERATIONS = 6;

/**
 * Writes a TypeSpec entry file with `count` operations: the gateway's own, then copies of them. A copy has its own path and its
 * own models of request and response. Nested models and errors are shared. The last operation is a copy of `payOrder`, the one
 * before it of `listTransactions`.
 */
export function specificationOf(count: number): string {
  const gateway = resolve(import.meta.dirname, "../spec/gateway/main.tsp");
  const copies = Array.from({ length: count - DOCUMENTED_OPERATIONS }, (_, index) => {
    const position = index + DOCUMENTED_OPERATIONS + 1;
    const template = templates[(count - position) % templates.length];
    return template?.(String(position)) ?? "";
  });
  return [
    `import ${JSON.stringify(gateway)};\n`,
    "using TypeSpec.Http;\nusing Contract;\n\nnamespace Gateway;\n",
    ...copies,
  ].join("\n");
}

/** Path of the last copy of an operation in a specification with `count` operations. */
export function pathOf(operation: "payOrder" | "listTransactions", count: number): string {
  const route = operation === "payOrder" ? "orders/payment" : "orders/transactions";
  if (count === DOCUMENTED_OPERATIONS) return `/api/v2/${route}`;
  return `/copies/${operation === "payOrder" ? count : count - 1}/${route}`;
}

const templates: readonly ((n: string) => string)[] = [
  (n) => `
    model OrderTransaction${n} { ...OrderTransaction; }
    model PayOrderRequest${n} { transaction: OrderTransaction${n}; partnerReference: PartnerReference; }
    model PaymentTransaction${n} { ...PaymentTransaction; }
    model PayOrderResponse${n} { transaction: PaymentTransaction${n}; payment: PaymentLink; }
    @route("/copies/${n}/orders/payment") @post
    op payOrder${n}(
      ...Credential, ...Traced, ...PaymentLanguage, ...Categorized, ...ForSubAccount,
      @body body: PayOrderRequest${n},
    ): Ok<PayOrderResponse${n}> | PaymentFailures;`,
  (n) => `
    model TransactionListItem${n} { ...TransactionListItem; }
    model TransactionPage${n} { pagination: Pagination; transactions: TransactionListItem${n}[]; }
    @route("/copies/${n}/orders/transactions") @get @retryable
    op listTransactions${n}(
      ...Credential,
      @requires("endTime") @query startTime?: int64,
      @requires("startTime") @query endTime?: int64,
      @query status?: TransactionStatus,
      @query paymentMethod?: string,
      @minValue(1) @maxValue(50) @query limit?: int32 = 15,
      @minValue(1) @query page?: int32 = 1,
    ): Ok<TransactionPage${n}> | InvalidRequestFailure | CommonFailures;`,
  (n) => `
    model DirectTransaction${n} { ...DirectTransaction; }
    model CreatePaymentRequest${n} {
      transaction: DirectTransaction${n}; sourceOfFunds: SourceOfFunds; partnerReference: DirectPartnerReference;
    }
    model DirectPaymentTransaction${n} { ...DirectPaymentTransaction; }
    model CreatePaymentResponse${n} { transaction: DirectPaymentTransaction${n}; authentication: Verification; }
    @route("/copies/${n}/orders/create-payment") @post
    op createPayment${n}(
      ...Credential, ...Traced, ...PaymentLanguage, ...ForSubAccount,
      @body body: CreatePaymentRequest${n},
    ): Ok<CreatePaymentResponse${n}> | PaymentFailures;`,
  (n) => `
    model ThreeDsAuthentication${n} { ...ThreeDsAuthentication; }
    @route("/copies/${n}/credit-card/enrollment/validate/{authenticationId}") @post @retryable
    op lookupAuthentication${n}(
      ...Credential, ...Traced, ...CardLanguage, ...ForSubAccount,
      @path authenticationId: string,
      @body body?: EmptyBody,
    ): Ok<ThreeDsAuthentication${n}> | InvalidAccountRequestFailure | NotFoundFailure | BodyFailures;`,
  (n) => `
    model ReverseAuthorizationRequest${n} { ...ReverseAuthorizationRequest; }
    model Reversal${n} { ...Reversal; }
    @route("/copies/${n}/credit-card/reversal") @post @retryable
    op reverseAuthorization${n}(
      ...Credential, ...Traced, ...CardLanguage, ...ForSubAccount,
      @body body: ReverseAuthorizationRequest${n},
    ): Ok<Reversal${n}> | InvalidAccountRequestFailure | NotFoundFailure | ConflictFailure | BodyFailures;`,
  (n) => `
    model DeleteTokenRequest${n} { ...DeleteTokenRequest; }
    model DeleteTokenResponse${n} { ...DeleteTokenResponse; }
    @route("/copies/${n}/token/delete") @delete
    op deleteToken${n}(
      ...Credential, ...Traced, ...PaymentLanguage, ...ForSubAccount,
      @body body: DeleteTokenRequest${n},
    ): Ok<DeleteTokenResponse${n}> | InvalidAccountRequestFailure | NotFoundFailure | BodyFailures;`,
];

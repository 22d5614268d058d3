/** Languages that the customer's pages come in. */
export type Language = "vi" | "en";

/** The page on which the customer pays. */
export function paymentUrl(
  publicUrl: string,
  transactionId: string,
  language: Language,
): string {
  return `${publicUrl}/pay/${transactionId}?lang=${language}`;
}

/** The page that shows the payment's QR code. */
export function qrCodeUrl(publicUrl: string, transactionId: string): string {
  return `${publicUrl}/pay/${transactionId}/qr`;
}

/** The link that opens the payment in an app. */
export function appUrl(publicUrl: string, transactionId: string): string {
  return `${publicUrl}/pay/${transactionId}/app`;
}

/** The page on which the customer confirms a direct payment. */
export function otpUrl(
  publicUrl: string,
  verificationId: string,
  language: Language,
): string {
  return `${publicUrl}/pay/otp/${verificationId}?lang=${language}`;
}

/** The page that takes the cardholder through 3DS. */
export function threeDsUrl(
  publicUrl: string,
  authenticationId: string,
  language: Language,
): string {
  return `${publicUrl}/pay/3ds/${authenticationId}?lang=${language}`;
}

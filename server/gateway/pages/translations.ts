import type { Language } from "./links.ts";

/** Everything the customer reads, in one language. */
export interface Texts {
  readonly payment: string;
  readonly to: string;
  readonly order: string;
  readonly orderCode: string;
  readonly amount: string;
  readonly fee: string;
  readonly total: string;
  readonly method: string;
  readonly methods: Readonly<Record<string, string>>;
  readonly bank: string;
  readonly chooseBank: string;
  readonly cardNumber: string;
  readonly cardExpiry: string;
  readonly pay: string;
  readonly cancel: string;
  readonly confirm: string;
  readonly refuse: string;
  readonly otpTitle: string;
  readonly otpLabel: string;
  readonly otpAsk: string;
  readonly otpWrong: (left: number) => string;
  readonly challengeTitle: string;
  readonly challengeAsk: string;
  readonly card: string;
  readonly backToShop: string;
  readonly backToApp: string;
  readonly scan: string;
  readonly payBefore: string;
  readonly codeOver: string;
  readonly testerOtp: string;
  readonly testerCards: string;
  readonly faults: Readonly<Record<string, string>>;
  readonly outcomes: Readonly<Record<string, string>>;
  readonly notFound: string;
  readonly notAllowed: string;
  readonly failed: string;
}

const vi: Texts = {
  payment: "Thanh toán",
  to: "Nhà cung cấp",
  order: "Nội dung",
  orderCode: "Mã đơn hàng",
  amount: "Số tiền",
  fee: "Phí",
  total: "Tổng cộng",
  method: "Phương thức",
  methods: {
    ATM: "Thẻ ATM nội địa",
    CC: "Thẻ quốc tế",
    EWALLET: "Ví điện tử",
    VA: "Chuyển khoản",
    MM: "Mobile Money",
  },
  bank: "Ngân hàng",
  chooseBank: "Chọn ngân hàng",
  cardNumber: "Số thẻ",
  cardExpiry: "Ngày hết hạn (MM/YY)",
  pay: "Thanh toán",
  cancel: "Hủy giao dịch",
  confirm: "Xác nhận",
  refuse: "Từ chối",
  otpTitle: "Xác thực thanh toán",
  otpLabel: "Mã OTP",
  otpAsk: "Nhập mã OTP gồm 6 chữ số mà ngân hàng đã gửi cho bạn.",
  otpWrong: (left) => `Mã OTP không đúng. Bạn còn ${left} lần thử.`,
  challengeTitle: "Xác thực chủ thẻ",
  challengeAsk: "Ngân hàng phát hành muốn biết bạn có đang thanh toán không.",
  card: "Thẻ",
  backToShop: "Quay lại cửa hàng",
  backToApp: "Quay lại ứng dụng",
  scan: "Quét mã QR để thanh toán trên điện thoại.",
  payBefore: "Hết hạn lúc (giờ Việt Nam):",
  codeOver: "Mã QR đã hết hiệu lực",
  testerOtp: "Môi trường thử nghiệm: mã OTP là",
  testerCards: "Môi trường thử nghiệm chỉ nhận thẻ thử, ví dụ",
  faults: {
    bankCode: "Hãy chọn ngân hàng.",
    cardExpiry: "Ngày hết hạn có dạng MM/YY.",
    cardNumber: "Không dùng được số thẻ này.",
  },
  outcomes: {
    pending: "Đang chờ thanh toán.",
    processing: "Ngân hàng đang xử lý giao dịch.",
    success: "Thanh toán thành công.",
    error: "Thanh toán không thành công.",
    declined: "Ngân hàng từ chối thanh toán.",
    "insufficient-funds": "Số dư không đủ.",
    "expired-card": "Thẻ đã hết hạn.",
    "issuer-timeout": "Ngân hàng không trả lời kịp thời.",
    unconfirmed: "Không xác thực được thanh toán.",
    "token-deleted": "Thẻ đã lưu dùng để thanh toán đã bị xóa.",
    expired: "Đã hết thời gian thanh toán.",
    cancelled: "Giao dịch đã bị hủy.",
    VERIFIED: "Xác thực thành công.",
    FAILED: "Xác thực không thành công.",
    CARD_NOT_ENROLLED: "Thẻ không tham gia xác thực 3-D Secure.",
    ENROLLMENT_CHECK_FAILED: "Không kiểm tra được thẻ.",
  },
  notFound: "Không tìm thấy trang này.",
  notAllowed: "Không nhận được yêu cầu từ một trang khác.",
  failed: "Có lỗi xảy ra, hãy thử lại sau.",
};

const en: Texts = {
  payment: "Payment",
  to: "Paid to",
  order: "For",
  orderCode: "Order code",
  amount: "Amount",
  fee: "Fee",
  total: "Total",
  method: "Method",
  methods: {
    ATM: "Domestic ATM card",
    CC: "Credit card",
    EWALLET: "E-wallet",
    VA: "Bank transfer",
    MM: "Mobile Money",
  },
  bank: "Bank",
  chooseBank: "Choose a bank",
  cardNumber: "Card number",
  cardExpiry: "Expires (MM/YY)",
  pay: "Pay",
  cancel: "Cancel",
  confirm: "Confirm",
  refuse: "Refuse",
  otpTitle: "Confirm the payment",
  otpLabel: "One-time password",
  otpAsk: "Enter the six digits that your bank has sent you.",
  otpWrong: (left) =>
    `The password is wrong. ${left === 1 ? "One try is" : `${left} tries are`} left.`,
  challengeTitle: "Confirm that it is you",
  challengeAsk: "The bank that issued the card asks whether you are paying.",
  card: "Card",
  backToShop: "Back to the shop",
  backToApp: "Back to the app",
  scan: "Scan the code to pay on your phone.",
  payBefore: "Ends at (Vietnam time):",
  codeOver: "This QR code is over",
  testerOtp: "Sandbox: the one-time password is",
  testerCards: "The sandbox takes its test cards only, for example",
  faults: {
    bankCode: "Choose a bank.",
    cardExpiry: "The expiry is written as MM/YY.",
    cardNumber: "This card number cannot be used.",
  },
  outcomes: {
    pending: "The payment is waiting for you.",
    processing: "The bank is processing the payment.",
    success: "The payment succeeded.",
    error: "The payment failed.",
    declined: "The bank declined the payment.",
    "insufficient-funds": "There is not enough money to pay with.",
    "expired-card": "The card has expired.",
    "issuer-timeout": "The bank did not answer in time.",
    unconfirmed: "The payment was not confirmed.",
    "token-deleted": "The saved card that was to pay has been deleted.",
    expired: "The time to pay is over.",
    cancelled: "The payment was cancelled.",
    VERIFIED: "The bank knows that it is you.",
    FAILED: "The bank could not make sure that it is you.",
    CARD_NOT_ENROLLED: "The card takes no part in 3-D Secure.",
    ENROLLMENT_CHECK_FAILED: "The card could not be checked.",
  },
  notFound: "There is no such page.",
  notAllowed: "A request from another site is not taken.",
  failed: "Something went wrong; try again later.",
};

/** The texts in each language. */
export const texts: { readonly [L in Language]: Texts } = { vi, en };

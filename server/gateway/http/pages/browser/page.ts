/** The script of all pages: the time that is left, the way back to the shop, and the card form. */
const left = document.querySelector<HTMLElement>("[data-left]");
if (left) {
  const end = performance.now() + Number(left.dataset["left"]) * 1000;
  setInterval(() => {
    const seconds = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    if (seconds === 0) location.reload();
    left.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }, 1000);
}

const { onward, seconds } = document.querySelector("main")?.dataset ?? {};
if (onward !== undefined) {
  const leading = setTimeout(
    () => {
      location.href = onward;
    },
    Number(seconds) * 1000,
  );
  for (const kind of ["keydown", "pointerdown"])
    addEventListener(kind, () => {
      clearTimeout(leading);
    });
}

// The browser shows the page again from its cache, and the payment may have gone on.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) location.reload();
});

const brands: readonly (readonly [name: string, range: RegExp])[] = [
  ["Visa", /^4/],
  ["Mastercard", /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ["American Express", /^3[47]/],
  ["JCB", /^35(?:2[89]|[3-8])/],
  ["Napas", /^9704/],
];

const number = document.querySelector<HTMLInputElement>("[name=cardNumber]");
const expiry = document.querySelector<HTMLInputElement>("[name=cardExpiry]");
const code = document.querySelector<HTMLInputElement>("[name=cardCode]");
const form = number?.form;
if (number && form) {
  const brand = document.querySelector("[data-brand]");
  const showNumber = () => {
    const digits = removeNonDigits(number.value).slice(0, 19);
    rewrite(number, grouped(digits));
    if (brand) brand.textContent = brandOf(digits);
  };
  number.addEventListener("input", showNumber);
  expiry?.addEventListener("input", () => {
    // Browsers fill in MM/YYYY, too.
    const digits = removeNonDigits(expiry.value).replace(/^(\d\d)20(\d\d)$/, "$1$2");
    rewrite(expiry, digits.replace(/^(\d\d)(\d+)/, "$1/$2"));
  });
  for (const chip of document.querySelectorAll<HTMLElement>("[data-card]"))
    chip.addEventListener("click", () => {
      number.value = chip.dataset["card"] ?? "";
      showNumber();
      if (expiry) expiry.value = "12/30";
      if (code) code.value = "123";
      form.querySelector<HTMLElement>("[value=pay]")?.focus();
    });
  form.addEventListener("submit", (event) => {
    const { submitter } = event;
    if (!(submitter instanceof HTMLButtonElement) || submitter.value !== "pay") return;
    event.preventDefault();
    void pay(form, submitter);
  });
}

/** Sends a card by fetch, so that what was typed stays here when it is refused: the server neither stores nor returns it. */
async function pay(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form, button))
    if (typeof value === "string")
      body.set(name, name === "cardNumber" ? removeNonDigits(value) : value);
  button.disabled = true;
  const response = await fetch(location.href, { method: "POST", body }).catch(() => undefined);
  if (response?.status !== 422) location.reload();
  else showFaults(form, new DOMParser().parseFromString(await response.text(), "text/html"));
  button.disabled = false;
}

/** Takes over the violations of the page with which the form was answered. */
function showFaults(form: HTMLFormElement, page: Document): void {
  for (const old of form.querySelectorAll("[role=alert]")) old.remove();
  for (const field of form.querySelectorAll("input")) {
    field.removeAttribute("aria-invalid");
    const violation = page.getElementById(`${field.name}-violation`);
    if (!violation) continue;
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", violation.id);
    field.closest("label")?.after(violation);
  }
  form.prepend(...page.querySelectorAll("[role=alert]"));
  form.querySelector<HTMLElement>("[aria-invalid]")?.focus();
}

function removeNonDigits(text: string): string {
  return text.replace(/\D/g, "");
}

/** Groups the digits of a card number as they are printed on cards. */
function grouped(digits: string): string {
  return /^3[47]/.test(digits)
    ? [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10, 15)].join(" ").trim()
    : digits.replace(/(\d{4})(?=\d)/g, "$1 ");
}

function brandOf(digits: string): string {
  return brands.find(([, range]) => range.test(digits))?.[0] ?? "";
}

/** The text of a field changes with each digit, and the cursor stays behind the digit that it was behind. */
function rewrite(field: HTMLInputElement, text: string): void {
  const before = removeNonDigits(field.value.slice(0, field.selectionStart ?? 0)).length;
  field.value = text;
  const [start = ""] = new RegExp(`^(?:\\D*\\d){${before}}`).exec(text) ?? [text];
  if (document.activeElement === field) field.setSelectionRange(start.length, start.length);
}

/** Presses "pay" on the page of an order that names its bank. The status is 303 if the gateway has taken the payment. */
export function pressPay(page: string): Promise<Response> {
  return fetch(page, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: new URL(page).origin },
    body: new URLSearchParams({ action: "pay" }),
  });
}

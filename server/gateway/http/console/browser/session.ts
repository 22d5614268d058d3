import { html, useState } from "htm/preact/standalone";
import { createCall, type Session } from "./api.ts";
import { Field } from "../../../../inspector/browser/parts.ts";
import { Failure } from "./parts.ts";

/** The credential that the server gives a page on a loopback address; undefined: the user must enter one. */
export async function openSession(): Promise<Session | undefined> {
  try {
    const response = await fetch("/console/session", { method: "POST" });
    return response.ok ? ((await response.json()) as Session) : undefined;
  } catch {
    return undefined;
  }
}

/** The form for a credential. It is kept only in the memory of the page. */
export function SignIn({ onSession }: { onSession: (session: Session) => void }) {
  const [jwt, setJwt] = useState("");
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const open = async (event: Event) => {
    event.preventDefault();
    const session = { jwt: jwt.trim() };
    const response = await createCall(session)("GET", "/sandbox/clock");
    if (response.failure === undefined) onSession(session);
    else setFailure(response.failure);
  };
  return html`<form class="page stack" onSubmit=${open}>
    <h1>Sandbox</h1>
    <p>This sandbox is open to other machines, so the console needs a partner's JWT.</p>
    <p>The printed <code>curl</code> line has one of the demo partner.</p>
    <${Failure} failure=${failure} />
    <${Field} label="JWT" value=${jwt} onValue=${setJwt} autocomplete="off" required=${true} />
    <div><button class="primary">Open the console</button></div>
  </form>`;
}

import { makeRequests } from "./client.ts";

const server = "/servers/localhost";

await makeRequests({ "X-API-Key": "laboratory-key" }, async (call, number) => {
  const name = `shop-${number}.example.org.`;
  const zone = `${server}/zones/${name}`;
  const key = `${server}/tsigkeys/key-${number}.`;
  if (number === 0)
    for (const path of ["", "/config", "/statistics"]) await call("GET", server + path);
  const kind = number % 3 === 0 ? "Master" : "Native";
  await call("POST", `${server}/zones`, { name, kind, nameservers: ["ns1.example.org."] });
  await call("GET", `${server}/zones`);
  await call("GET", zone);
  const records = [{ content: "192.0.2.1", disabled: false }];
  const rrset = { name: `www.${name}`, type: "A", ttl: 60, changetype: "REPLACE", records };
  await call("PATCH", zone, { rrsets: [rrset] });
  await call("GET", zone);
  if (number % 2 === 1) await call("PUT", zone, { kind: "Native", account: "team" });
  await call("GET", `${zone}/metadata`);
  await call("POST", `${zone}/metadata`, { kind: "ALLOW-AXFR-FROM", metadata: ["AUTO-NS"] });
  await call("GET", `${zone}/metadata/ALLOW-AXFR-FROM`);
  await call("GET", `${zone}/export`);
  await call("GET", `${zone}/cryptokeys`);
  await call("POST", `${server}/tsigkeys`, { name: `key-${number}`, algorithm: "hmac-sha256" });
  await call("GET", `${server}/tsigkeys`);
  await call("GET", key);
  await call("GET", `${server}/search-data?q=shop-${number}*&max=10`);
  await call("GET", `${server}/zones/none-${number}.example.`);
  await call("POST", `${server}/zones`, { name, kind: "Native", nameservers: [] });
  if (number % 3 > 0) return;
  for (const method of ["DELETE", "GET"]) await call(method, zone);
  await call("DELETE", key);
});

import { describe, expect, test } from "vitest";
import { reachOf } from "./addresses.ts";
import { checkReceiver, ReceiverForbiddenError } from "./receiver-url.ts";

const production = { loopback: false };
const sandbox = { loopback: true };

const forbiddenEverywhere = [
  // Other schemes, credentials, and http on public addresses.
  "ftp://example.com/",
  "file:///etc/passwd",
  "gopher://93.184.215.14/",
  "data:text/plain,a",
  "javascript:alert(1)",
  "not a url",
  "//example.com/",
  "https://user@93.184.215.14/",
  "https://user:secret@93.184.215.14/",
  "http://93.184.215.14/",
  "http://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/",
  // Private, in every spelling of an IPv4 address in URLs.
  "https://10.0.0.1/",
  "https://10.255.255.255/",
  "https://172.16.0.1/",
  "https://172.31.255.255/",
  "https://192.168.0.1/",
  "https://192.168.1/",
  "https://3232235777/",
  "https://0xc0a80101/",
  "https://0300.0250.01.01/",
  "https://0xc0.0xa8.0x1.0x1/",
  "https://192.0xa8.1/",
  "https://%31%30.0.0.1/",
  "https://１０.0.0.1/",
  "https://10。0。0。1/",
  "https://10.0.0.1./",
  // This network, carrier-grade NAT, link-local with the metadata services of clouds.
  "https://0.0.0.0/",
  "https://0/",
  "https://0.1.2.3/",
  "https://100.64.0.1/",
  "https://100.127.255.254/",
  "https://169.254.169.254/latest/meta-data/",
  "https://2852039166/",
  "https://0xa9fea9fe/",
  "https://169.254.0.1/",
  // Protocols, documentation, benchmarks, relays.
  "https://192.0.0.8/",
  "https://192.0.2.1/",
  "https://192.88.99.1/",
  "https://198.18.0.1/",
  "https://198.19.255.255/",
  "https://198.51.100.7/",
  "https://203.0.113.9/",
  // Multicast, reserved, broadcast.
  "https://224.0.0.1/",
  "https://239.255.255.250/",
  "https://240.0.0.1/",
  "https://255.255.255.255/",
  // IPv6: unspecified, unique local, link-local, site-local, multicast, documentation, discard.
  "https://[::]/",
  "https://[fc00::1]/",
  "https://[fd12:3456:789a::1]/",
  "https://[fe80::1]/",
  "https://[febf::1]/",
  "https://[fec0::1]/",
  "https://[ff02::1]/",
  "https://[ff0e::1]/",
  "https://[2001:db8::1]/",
  "https://[3fff::1]/",
  "https://[100::1]/",
  "https://[5f00::1]/",
  "https://[4000::1]/",
  "https://[2001:10::1]/",
  // IPv4 in IPv6: mapped, compatible, translated, NAT64, 6to4, Teredo, also with public addresses.
  "https://[::ffff:10.0.0.1]/",
  "https://[::ffff:a9fe:a9fe]/",
  "https://[::ffff:93.184.215.14]/",
  "https://[::10.0.0.1]/",
  "https://[::ffff:0:10.0.0.1]/",
  "https://[64:ff9b::10.0.0.1]/",
  "https://[64:ff9b::169.254.169.254]/",
  "https://[64:ff9b:1::10.0.0.1]/",
  "https://[2002:0a00:0001::1]/",
  "https://[2002:a9fe:a9fe::1]/",
  "https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/",
];

/** Loopback, which is allowed in a sandbox. */
const forbiddenInProduction = [
  "http://127.0.0.1:4000/",
  "https://127.0.0.1/",
  "https://127.255.255.254/",
  "https://127.1/",
  "https://2130706433/",
  "https://0x7f000001/",
  "https://017700000001/",
  "https://[::1]/",
  "https://[0:0:0:0:0:0:0:1]/",
];

const forbiddenLoopback = [
  "https://[::ffff:127.0.0.1]/",
  "https://[::ffff:7f00:1]/",
  "https://[::127.0.0.1]/",
  "https://[64:ff9b::127.0.0.1]/",
  "https://[2002:7f00:1::1]/",
];

describe("URLs that are refused", () => {
  test.each([...forbiddenEverywhere, ...forbiddenLoopback])("%s", async (url) => {
    for (const rules of [production, sandbox])
      await expect(checkReceiver(url, rules)).rejects.toThrow(ReceiverForbiddenError);
  });

  test.each(forbiddenInProduction)("%s, except in a sandbox", async (url) => {
    await expect(checkReceiver(url, production)).rejects.toThrow(ReceiverForbiddenError);
    const { address } = await checkReceiver(url, sandbox);
    expect(reachOf(address)).toBe("loopback");
  });
});

test.each([
  "https://93.184.215.14/notify",
  "https://8.8.8.8:8443/",
  "https://172.32.0.1/",
  "https://100.128.0.1/",
  "https://[2606:4700:4700::1111]/",
])("%s is allowed", async (url) => {
  expect((await checkReceiver(url, production)).url.href).toBe(url);
});

describe("a host name", () => {
  const resolved = (addresses: readonly string[]) =>
    checkReceiver("https://shop.example/notify", {
      loopback: false,
      resolve: () => Promise.resolve(addresses),
    });

  test("is pinned to the checked address", async () => {
    const { url, address } = await resolved(["93.184.215.14"]);
    expect([url.hostname, address]).toEqual(["shop.example", "93.184.215.14"]);
  });

  test.each([
    [["10.0.0.1"]],
    [["127.0.0.1"]],
    [["93.184.215.14", "10.0.0.1"]],
    [["2606:4700:4700::1111", "::1"]],
    [["::ffff:127.0.0.1"]],
    [[]],
  ])("with the addresses %j is refused", async (addresses) => {
    await expect(resolved(addresses)).rejects.toThrow(ReceiverForbiddenError);
  });

  test("is resolved only once", async () => {
    const responses = ["93.184.215.14", "10.0.0.1"];
    let asked = 0;
    const resolve = () => Promise.resolve([responses[asked++] ?? "10.0.0.1"]);
    const { address } = await checkReceiver("https://rebinding.example/", {
      loopback: false,
      resolve,
    });
    expect([address, asked]).toEqual(["93.184.215.14", 1]);
  });

  test("that cannot be resolved is an error of the resolver", async () => {
    const resolve = () => Promise.reject(new Error("ENOTFOUND"));
    await expect(
      checkReceiver("https://nowhere.example/", { loopback: true, resolve }),
    ).rejects.toThrow("ENOTFOUND");
  });
});

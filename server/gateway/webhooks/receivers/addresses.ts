import { BlockList, isIPv6 } from "node:net";

/** Who can be reached at an address. */
export type Reach = "public" | "loopback" | "forbidden";

/**
 * Classifies an IP address. An IPv6 address that stands for an IPv4 one, by
 * whatever mechanism, is no public one: it would be a second way to the same
 * place.
 */
export function reachOf(address: string): Reach {
  const v6 = isIPv6(address);
  const family = v6 ? "ipv6" : "ipv4";
  if ((v6 ? loopback6 : loopback4).check(address, family)) return "loopback";
  if (reserved.check(address, family)) return "forbidden";
  return !v6 || globalUnicast.check(address, family) ? "public" : "forbidden";
}

// Apart, because a list takes an IPv4 address that is mapped into IPv6 for the IPv4 one.
const loopback4 = listOf(["127.0.0.0/8"]);
const loopback6 = listOf(["::1/128"]);

/** The only part of IPv6 that is given out (IANA, IPv6 Address Space). */
const globalUnicast = listOf(["2000::/3"]);

/** IANA's registries of special-purpose addresses, and what RFC 6890 calls not globally reachable. */
const reserved = listOf([
  "0.0.0.0/8",
  "10.0.0.0/8",
  // Shared by carriers, RFC 6598.
  "100.64.0.0/10",
  "127.0.0.0/8",
  // Link-local; clouds tell their machines secrets here.
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  // 6to4 relays, RFC 7526.
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  // Multicast, reserved and broadcast.
  "224.0.0.0/3",
  // IETF protocols, Teredo (RFC 4380) among them.
  "2001::/23",
  "2001:db8::/32",
  // 6to4, RFC 3056.
  "2002::/16",
  "2620:4f:8000::/48",
  "3fff::/20",
]);

function listOf(subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [network = "", prefix] = subnet.split("/");
    const family = isIPv6(network) ? "ipv6" : "ipv4";
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}

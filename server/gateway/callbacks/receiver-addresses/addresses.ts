import { BlockList, isIPv6 } from "node:net";

/** The kind of network that an address belongs to. */
export type Reach = "public" | "loopback" | "forbidden";

/**
 * Classifies an IP address. IPv6 addresses that embed an IPv4 address are forbidden, because they would be a way around
 * the rules for IPv4.
 */
export function reachOf(address: string): Reach {
  const v6 = isIPv6(address);
  const family = v6 ? "ipv6" : "ipv4";
  if ((v6 ? loopback6 : loopback4).check(address, family)) return "loopback";
  if (reserved.check(address, family)) return "forbidden";
  return !v6 || globalUnicast.check(address, family) ? "public" : "forbidden";
}

// Two lists, because a list for IPv4 also matches IPv4 addresses that are mapped into IPv6.
const loopback4 = blockSubnets(["127.0.0.0/8"]);
const loopback6 = blockSubnets(["::1/128"]);

/** The only assigned global unicast range (IANA, IPv6 Address Space). */
const globalUnicast = blockSubnets(["2000::/3"]);

/** Special-purpose addresses that are not globally reachable (IANA's registries, RFC 6890). */
const reserved = blockSubnets([
  "0.0.0.0/8",
  "10.0.0.0/8",
  // Carrier-grade NAT, RFC 6598.
  "100.64.0.0/10",
  "127.0.0.0/8",
  // Link-local, with the metadata services of clouds.
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
  // IETF protocol assignments, including Teredo (RFC 4380).
  "2001::/23",
  "2001:db8::/32",
  // 6to4, RFC 3056.
  "2002::/16",
  "2620:4f:8000::/48",
  "3fff::/20",
]);

function blockSubnets(subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [network = "", prefix] = subnet.split("/");
    const family = isIPv6(network) ? "ipv6" : "ipv4";
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}

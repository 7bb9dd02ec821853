import { BlockList, isIP } from 'node:net';

/** Addresses that are not on the public internet: private, link-local, of this machine, of the cloud's own services. */
// Node compares an IPv4 address with IPv6 networks, too, and `::/8` contains all of IPv4: so each has a list of its own.
const inside = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Includes the metadata service of every cloud.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  inside.ipv4.addSubnet(net, bits);
// Azure's own host (learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16).
inside.ipv4.addAddress('168.63.129.16');
for (const [net, bits] of [
  // Unspecified, loopback, IPv4 within IPv6; NAT64 and 6to4, which reach any IPv4.
  ['::', 8],
  ['64:ff9b::', 32],
  ['100::', 64],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const)
  inside.ipv6.addSubnet(net, bits, 'ipv6');

export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0) return false;
  return version === 6 ? !inside.ipv6.check(address, 'ipv6') : !inside.ipv4.check(address);
}

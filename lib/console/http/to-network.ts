import 'server-only'
import ipaddr from 'ipaddr.js'

/** What is counted together: an IPv4 address, or the least that one customer of an IPv6 provider holds. */
export function toNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()
}

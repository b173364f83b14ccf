import ipaddr from 'ipaddr.js'

/** The unit of rate limits: an IPv4 address, or the smallest network that an IPv6 provider assigns to a customer. */
export function toClientNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()
}

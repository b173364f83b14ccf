import ipaddr from 'ipaddr.js'

/** The unit of rate limits: an IPv4 address, or the smallest network that an IPv6 provider assigns to a customer. */
export function toClientNetwork(address: string): string {
  return toNetwork(address, 64)
}

/** An IPv4 address, or the largest network that IPv6 providers usually assign to a customer. */
export function toClientSite(address: string): string {
  return toNetwork(address, 48)
}

function toNetwork(address: string, prefixBits: number): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${prefixBits}`).toString()
}

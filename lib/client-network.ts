import ipaddr from 'ipaddr.js'

/** The unit of rate limits: an IPv4 address, or the smallest network that an IPv6 provider assigns to a customer. */
export function toClientNetwork(address: string): string {
  return toNetwork(address, 64)
}

/** An IPv4 address, or the largest network that IPv6 providers usually assign to a customer. */
export function toClientSite(address: string): string {
  return toNetwork(address, 48)
}

/** A network that shares rate limits, and how many times the limit of one client it has. */
interface LimitedNetwork {
  readonly network: string
  readonly factor: number
}

/** The networks whose limits an address counts against: its site may have thousands of customer networks. */
export function toLimitedNetworks(address: string): LimitedNetwork[] {
  const network = toClientNetwork(address)
  if (!network.includes(':')) return [{ network, factor: 1 }]
  return [
    { network: `${network}/64`, factor: 1 },
    { network: `${toClientSite(address)}/48`, factor: 4 },
  ]
}

function toNetwork(address: string, prefixBits: number): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${prefixBits}`).toString()
}

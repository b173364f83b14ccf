import ipaddr from 'ipaddr.js'

const metadata = ['169.254.169.254/32', 'fd00:ec2::254/128', '100.100.100.200/32', '168.63.129.16/32'].map(
  toCidr,
)
const globalUnicast = toCidr('2000::/3')
// An IPv4 address in another notation: in the last 32 bits, or bits 16 to 48 of 6to4.
const embeddings = [
  { network: toCidr('64:ff9b::/96'), at: 12 },
  { network: toCidr('64:ff9b:1::/48'), at: 12 },
  { network: toCidr('::ffff:0:0:0/96'), at: 12 },
  { network: toCidr('::/96'), at: 12 },
  { network: toCidr('2002::/16'), at: 2 },
]

export type Network = readonly [ipaddr.IPv4 | ipaddr.IPv6, number]

/** @throws Error if the text is neither an address nor `address/bits` */
export function toCidr(text: string): Network {
  if (text.includes('/')) return ipaddr.parseCIDR(text)
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

/** The normalized address: IPv4-mapped IPv6 as IPv4; null with a zone id or if invalid. */
export function readAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  return text.includes('%') || !ipaddr.isValid(text) ? null : ipaddr.process(text)
}

/** Whether the address is publicly routable: only these are allowed without an allowlist. */
export function isPublicAddress(text: string): boolean {
  const address = readAddress(text)
  if (address === null || isMetadataAddress(text)) return false
  // ipaddr.js knows the transition ranges by name (6to4, teredo, rfc6052 …), and none of them is unicast.
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || inNetwork(address, globalUnicast)
}

/** Cloud metadata addresses in every notation; blocked whatever the allowlist says. */
export function isMetadataAddress(text: string): boolean {
  const address = readAddress(text)
  if (address === null) return false
  const embedded = embeddings.find(each => inNetwork(address, each.network))
  const bytes = address.toByteArray()
  const inner =
    embedded === undefined ? address : ipaddr.fromByteArray(bytes.slice(embedded.at, embedded.at + 4))
  return metadata.some(network => inNetwork(inner, network) || inNetwork(address, network))
}

export function inNetwork(address: ipaddr.IPv4 | ipaddr.IPv6, network: Network): boolean {
  return address.kind() === network[0].kind() && address.match(network[0], network[1])
}

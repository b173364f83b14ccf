/** Whether every reader of Markdown finds in this address one of these hosts, over http or https. */
export function leadsTo(address: string, hosts: ReadonlySet<string>): boolean {
  // One of them may see another beginning or end, or other characters, than this one.
  if (/[[\]()<>!`\\]|&(?:#|[a-z\d]+;)/iu.test(address)) return false
  const url = URL.parse(/^www\./iu.test(address) ? `https://${address}` : address)
  if (url === null || url.username !== '' || url.password !== '') return false
  return /^https?:$/u.test(url.protocol) && hosts.has(url.host)
}

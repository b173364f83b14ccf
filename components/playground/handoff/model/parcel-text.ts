import { decodeAddress } from '#lib/client/decode-address.ts'
import type { ParcelItem } from './parcel.ts'

/** Title and address above the text, where there are any: so that an answer at the end of a chain can name its page. */
export function toPassage({ title, url, text }: ParcelItem): string {
  const head = toHead({ title, url })
  return head === '' ? text : `${head}\n${text}`
}

/** `Title · https://…`, or what there is of it. */
export function toHead({ title, url }: { title: string | undefined; url: string | undefined }): string {
  return [title, url].filter(part => part !== undefined && part !== '').join(' · ')
}

/** Writes a link as words to rank: its title and its decoded path, with the host where the links are of several. */
export function linkWriter(items: readonly ParcelItem[]): (item: ParcelItem) => string {
  const hosts = new Set(items.map(item => URL.parse(addressOf(item))?.host))
  return item => {
    const url = URL.parse(addressOf(item))
    if (url === null) return item.text
    const path = decodeAddress(url.pathname + url.search)
    return toHead({ title: item.title, url: hosts.size > 1 ? url.host + path : path })
  }
}

/** The address of a link; one without a field for it is its text. */
export function addressOf({ url, text }: ParcelItem): string {
  return url ?? text
}

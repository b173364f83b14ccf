import { downloadHttpFile } from './http-file.ts'
import type { OpenUrl } from './open-url.ts'
import type { Source } from './source.ts'

/** The publisher's own address. */
export function createUrlSource({ openUrl }: { openUrl: OpenUrl }): Source {
  return {
    name: 'url',
    offers: file => file.url !== undefined,
    async fetch(order) {
      if (order.file.url === undefined) return
      await downloadHttpFile(openUrl, order.file.url, {}, order)
    },
  }
}
